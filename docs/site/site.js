// The theme gives its search dialog no name, which screen readers need.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");

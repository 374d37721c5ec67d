"use strict";
/* What the page does by itself: tables are sorted, documents found, and differences gone through by keys. */

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const search = document.getElementById("search");
const differing = document.getElementById("differing");
const system = document.getElementById("system");
const sections = new Map(all(".document").map((section) => [section.id.slice(1), section]));
const entries = all("#table tbody tr").map((row) => ({ row, section: sections.get(row.dataset.document) }));
const noun = document.getElementById("found").textContent.replace(/^\d+ /, "");

/** The value by which a cell is sorted: a number where it is one. */
function valueOf(cell) {
    const text = cell.textContent.trim();
    const number = Number.parseFloat(text);
    if (!cell.classList.contains("number")) {
        return text;
    }
    return Number.isNaN(number) ? Number.NEGATIVE_INFINITY : number;
}

function compared(one, other) {
    if (typeof one === "number" && typeof other === "number") {
        return one - other;
    }
    return String(one).localeCompare(String(other), "en", { numeric: true });
}

/** Sorts a table by the column of a heading; numbers begin with the largest, and a second time turns the order. */
function sort(heading) {
    const table = heading.closest("table");
    const body = table.tBodies[0];
    const column = heading.cellIndex;
    const first = heading.classList.contains("number") ? "descending" : "ascending";
    const second = first === "descending" ? "ascending" : "descending";
    const order = heading.getAttribute("aria-sort") === first ? second : first;
    const sign = order === "ascending" ? 1 : -1;
    const rows = [...body.rows].map((row) => ({ row, value: valueOf(row.cells[column]) }));
    rows.sort((one, other) => sign * compared(one.value, other.value));
    for (const each of all("[aria-sort]", table)) {
        each.removeAttribute("aria-sort");
    }
    heading.setAttribute("aria-sort", order);
    body.append(...rows.map(({ row }) => row));
}

/** Shows the documents whose name or text holds what is searched. */
function filter() {
    const wanted = search.value.trim().toLowerCase();
    let count = 0;
    for (const { row, section } of entries) {
        const holds = (element) => element?.textContent.toLowerCase().includes(wanted);
        const shown = (!differing.checked || "differs" in row.dataset) && (!wanted || holds(row.cells[0]) || holds(section));
        row.hidden = !shown;
        if (section) {
            section.hidden = !shown;
        }
        count += Number(shown);
    }
    document.getElementById("found").textContent = `${count} of ${entries.length} ${noun}`;
}

/** Shows what belongs to the chosen response; all of it where none is chosen. */
function choose() {
    for (const element of all("[data-system]")) {
        element.hidden = system.value !== "" && element.dataset.system !== system.value;
    }
}

/** Goes from the element at hand to the next or the previous one that is shown. */
function go(elements, step, at) {
    const shown = elements.filter((element) => !element.closest("[hidden]"));
    const here = shown.findIndex((element) => element === at);
    const place = here < 0 ? (step > 0 ? 0 : shown.length - 1) : here + step;
    const target = shown[Math.min(Math.max(place, 0), shown.length - 1)];
    target?.scrollIntoView({ block: "center" });
    target?.focus({ preventScroll: true });
}

function goToDifference(step) {
    go(all(".document .text a"), step, document.activeElement);
}

function goToDocument(step) {
    go([...sections.values()], step, document.activeElement?.closest(".document"));
}

const KEYS = {
    "/": () => search.focus(),
    n: () => goToDifference(1),
    p: () => goToDifference(-1),
    j: () => goToDocument(1),
    k: () => goToDocument(-1),
};

/* A difference names its place only; what stands before it in the address is that of its text. */
for (const link of all(".document .text a")) {
    const { base } = link.closest(".text").dataset;
    if (base && link.dataset.at) {
        link.href = base + link.dataset.at;
    } else {
        link.tabIndex = -1;
    }
}

document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea");
    if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && KEYS[event.key]) {
        event.preventDefault();
        KEYS[event.key]();
    }
});
document.addEventListener("click", (event) => {
    const heading = event.target.closest(".sort")?.closest("th");
    if (heading) {
        sort(heading);
    }
});
document.getElementById("filter").addEventListener("submit", (event) => event.preventDefault());
search.addEventListener("input", filter);
differing.addEventListener("change", filter);
if (system) {
    system.addEventListener("change", choose);
    choose();
}

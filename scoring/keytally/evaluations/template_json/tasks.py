"""The names of the tasks."""

TEMPLATE_FILLING, ROLE_FILLING = "template-filling", "role-filling"

"""Roles of controls that Enter presses."""

ENTERED_ROLES = frozenset({"button", "generic", "link", "menuitem", "gridcell", "listitem"})
"""Not those that only the space bar presses: checkboxes and switches."""

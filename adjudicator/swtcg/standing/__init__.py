"""Questions to a table as it stands: selectors, amounts, values, control, order, reach, costs, whose word it is."""

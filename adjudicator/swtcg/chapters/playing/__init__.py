"""Playing abilities and Battle cards: chances, clauses, costs, targets, disrupts, triggers."""

"""From the text of a paragraph to trees: repaired, cut, put straight, made tokens, read by the grammar."""

"""Code that only has to type-check: how others write against the kernel, and what a type checker must catch."""

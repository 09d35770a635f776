"""The rule documents: look-up, search, authority and coverage of their indexed entries. Pure."""

"""The public API; the versioned packages below are generated from protos/ and never edited by hand."""

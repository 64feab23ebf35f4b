"""The rules in the order of the rule document, a chapter a file; `dispatch` is their contents."""

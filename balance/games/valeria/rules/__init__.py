"""The rules, a file for each chapter of the rule document; `dispatch` is their contents."""

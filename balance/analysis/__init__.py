"""Analysis: sums of records to tables with intervals."""

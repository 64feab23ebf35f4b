"""Analysis: from the sums of records to tables with intervals."""

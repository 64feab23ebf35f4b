"""Reports: tables, figures and findings gathered in one page, or shown in the terminal."""

"""Sections of a report, a module each, with its words in a TOML file of the same name.

Both together make a section: each module defines a `SectionDefinition` of its own name, which
`balance.report.definitions` finds.
"""

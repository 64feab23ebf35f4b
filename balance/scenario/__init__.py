"""From a scenario's TOML file to the matches that it asks for."""

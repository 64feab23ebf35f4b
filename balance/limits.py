"""The limits of what a user may ask for, in one place.

The limits of a game's own numbers are in its `layout.py` and `options.py`.
``docs/reference/trust.md`` lists all of them with their reasons.
"""

# What is played
MOST_GAMES = 10**10  # games of one cell: sums of squares still fit 64 bits, ten times over
MAX_SEED = 2**63 - 1
MOST_CELLS = 200  # of a scenario: variants, grid and tiers combined
MOST_SEATED = 100  # bots that one list may name
MOST_REQUIREMENTS = 1_000
MOST_WORKERS = 1_024
MOST_DIAL = 1_000_000  # of a bot's number: search:200
MOST_STEP = 9_999  # by which a number of a card is changed: the largest number that a card may have
MOST_WEIGHT = 1e9  # of a bot, positive or negative: products of some must stay finite

# What is read
MOST_BYTES = 10_000_000  # of a text file
MOST_TOML_BYTES = 1_000_000  # of a TOML file
MOST_WORKBOOK_BYTES = 20_000_000  # of the sheets in a workbook, expanded
MOST_WORKBOOK_CELLS = 250_000  # of a worksheet, empty ones too: up to its last row and column
MOST_ARRAY_BYTES = 200_000_000  # of a file with arrays, expanded
MOST_CHARACTERS = 10_000  # of a text
MOST_DEPTH = 20  # of tables and lists within each other
MOST_NAME = 100  # characters of a name: of a scenario, bot, card
MOST_CELL_NAME = 500  # of a variant, which may list its settings
MOST_ID = 60
MOST_CELL = 2_000  # characters of a cell of a sheet
MOST_ROWS = 1_000  # of a sheet
MOST_PLAYTEST_ROWS = 100_000  # of a file of playtests: seats of games
MOST_LINE = 2_000  # characters of a line of an error

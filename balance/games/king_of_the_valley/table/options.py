"""What ``[table]`` of a scenario may say for King of the Valley, with the defaults of the rules."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

BASE: Literal["base"] = "base"
DataSet = Literal["base", "no_queen_in_stage_I", "late_nobles", "early_tax", "hill_late_steps"]
# What each data set takes instead of a sheet of the base: the name of its file.
DATA_SETS: dict[DataSet, dict[str, str]] = {
    "base": {},
    "no_queen_in_stage_I": {"tiles": "no_queen_in_stage_I"},
    "late_nobles": {"tiles": "late_nobles"},
    "early_tax": {"tiles": "early_tax", "tax_collectors": "early_tax"},
    "hill_late_steps": {"hill": "late_steps"},
}
MAX_GOLD = 99  # to start with, to pay or to get at once
Gold = Annotated[int, Field(ge=0, le=MAX_GOLD)]


class Options(BaseModel):
    """The set-up of a table.

    Attributes
    ----------
    data : str
        A data set as a whole.
    tiles, tax_collectors, hill, params : str, optional
        One sheet instead of the data set's: the name of a shipped one, such as "late_nobles", or
        the path of a file that ends in ``.csv``.
    extra_gold : tuple of int
        What each seat starts with beyond `start_gold` (K3.2), from the first seat on; seats that
        are not named get nothing more.
    allow_other_totals : bool
        Whether there may be other numbers of tiles than the rulebook prints.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    data: DataSet = "base"
    tiles: str | None = None
    tax_collectors: str | None = None
    hill: str | None = None
    params: str | None = None
    extra_gold: tuple[Gold, ...] = ()
    allow_other_totals: bool = False

    def file_of(self, sheet: str) -> str:
        """Return the name or path of a sheet's file."""
        named: str | None = getattr(self, sheet)
        return DATA_SETS[self.data].get(sheet, BASE) if named is None else named

"""The options of King of the Valley in ``[table]`` of a scenario, with the rules' defaults."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

BASE: Literal["base"] = "base"
DataSet = Literal["base", "no_queen_in_stage_I", "late_nobles", "early_tax", "hill_late_steps"]
# By data set: the names of the files that replace sheets of the base.
DATA_SETS: dict[DataSet, dict[str, str]] = {
    "base": {},
    "no_queen_in_stage_I": {"tiles": "no_queen_in_stage_I"},
    "late_nobles": {"tiles": "late_nobles"},
    "early_tax": {"tiles": "early_tax", "tax_collectors": "early_tax"},
    "hill_late_steps": {"hill": "late_steps"},
}
MAX_GOLD = 99  # at the start, and in one payment
Gold = Annotated[int, Field(ge=0, le=MAX_GOLD)]


class Options(BaseModel):
    """The set-up of a table.

    `tiles`, `tax_collectors`, `hill` and `params` replace one sheet of the data set: by the name of
    a shipped one, such as "late_nobles", or the path of a file that ends in ``.csv`` or
    ``.xlsx``.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    # By sheet, the columns whose cells, joined with _, are the id of a row.
    sheet_keys: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "tiles": ("type", "order", "stage"),
        "tax_collectors": ("id",),
        "hill": ("row",),
        "params": ("name",),
    }

    data: DataSet = "base"
    tiles: str | None = None
    tax_collectors: str | None = None
    hill: str | None = None
    params: str | None = None
    extra_gold: tuple[Gold, ...] = ()  # by seat, in addition to `start_gold` (K3.2)
    allow_other_totals: bool = False  # whether numbers of tiles may differ from the rulebook

    def file_of(self, sheet: str) -> str:
        """Return the name or path of a sheet's file."""
        named: str | None = getattr(self, sheet)
        return DATA_SETS[self.data].get(sheet, BASE) if named is None else named

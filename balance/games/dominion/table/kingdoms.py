"""The cards of a table: Kingdom, Bane, Black Market deck and prizes, as the options choose them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from balance.cards.sheet import SheetColumn, one_of, read_sheet
from balance.errors import ScenarioError
from balance.games.dominion.layout import Special
from balance.games.dominion.sheets.files import KINGDOM, PRIZE, Box, Face
from balance.games.dominion.table.options import KINGDOM_SIZE, RANDOM, Options

BANE_COSTS = (2, 3)  # D9.1
MIN_MARKET = 15  # different cards of a Black Market deck (D9.3)
_COLUMNS = (
    *(SheetColumn("id"), SheetColumn("name"), SheetColumn("sets"), SheetColumn("cards")),
    *(SheetColumn("bane", blank=True), SheetColumn("certainty")),
)
_KINGDOMS = Path(__file__).parents[1] / "data" / "kingdoms.csv"


@dataclass(frozen=True)
class Recommended:
    """A recommended set (D14); `certainty` is how sure it is that the set was printed so."""

    id: str
    name: str
    cards: tuple[str, ...]
    bane: str | None
    certainty: str


@dataclass(frozen=True)
class Kingdom:
    """The cards that deals of a table may have."""

    fixed: tuple[Face, ...]  # piles of every deal, by kind
    pool: tuple[Face, ...]  # what the other piles of the Kingdom are drawn from, by kind
    size: int  # piles of the Kingdom, without the Bane
    bane: Face | None  # None: drawn if one is needed
    banes: tuple[Face, ...]  # what may be the Bane; empty if none can be needed
    market: tuple[Face, ...]  # what the Black Market deck may have; empty if there is none
    prizes: tuple[Face, ...]  # empty if nobody can win one

    @property
    def supply(self) -> tuple[Face, ...]:
        """All cards that may have a pile, by kind."""
        faces = {face.kind: face for face in (*self.fixed, *self.pool, *self.banes)}
        return tuple(faces[kind] for kind in sorted(faces))

    @property
    def num_drawn(self) -> int:
        """How many piles of the Kingdom are drawn."""
        return self.size - len(self.fixed)

    @property
    def dealt(self) -> tuple[Face, ...]:
        """Cards that only the Black Market deck may have."""
        supply = {face.kind for face in self.supply}
        return tuple(face for face in self.market if face.kind not in supply)


@cache
def read_kingdoms() -> tuple[Recommended, ...]:
    """Return the recommended sets (D14)."""
    return tuple(
        Recommended(
            id=row.id,
            name=row.text("name"),
            cards=row.words("cards", "|"),
            bane=row.text("bane") or None,
            certainty=row.text("certainty"),
        )
        for row in read_sheet(_KINGDOMS, _COLUMNS)
    )


def choose_kingdom(box: Box, options: Options) -> Kingdom:
    """Return the cards that deals of a table may have.

    Raises
    ------
    ScenarioError
        If the options name what does not exist, or contradict each other.
    """
    return _KingdomChoice(box, options).kingdom()


class _KingdomChoice:
    """The choice of a Kingdom by options."""

    def __init__(self, box: Box, options: Options) -> None:
        self.box, self.options = box, options
        self.cards = box.of(KINGDOM)
        printed = _recommended(options, box)
        listed = printed.cards if printed else () if options.is_random else options.kingdom
        names, key = (options.include, "include") if options.is_random else (listed, "kingdom")
        self.fixed = _by_kind(self._card(name, key) for name in names)
        self.excluded = {self._card(name, "exclude").kind for name in options.exclude}
        self._check_random_only()
        name = options.bane or (printed.bane if printed else None)
        self.bane = None if name is None else self._card(name, "bane")
        self.pool = self._pool()
        self.size = KINGDOM_SIZE if options.is_random else len(self.fixed)

    def kingdom(self) -> Kingdom:
        """Return the Kingdom, checked."""
        banes = self._banes() if self._needs_bane(_now) else ()
        if self.options.bane is not None and not self._needs_bane(_ever):
            raise _wrong(
                "bane",
                self.options.bane,
                "there is no Young Witch at this table that would need one (D9.1); expected none",
            )
        market = self._market()
        has_market = self._has(Special.BLACK_MARKET, (*self.fixed, *self.pool, *banes), _now)
        could = self._has(Special.BLACK_MARKET, (*self.fixed, *self.pool, *banes), _ever)
        if self.options.black_market is not None and not could:
            raise ScenarioError(
                "[table] black_market: there is no Black Market in the supply that would need a "
                "deck (D9.3); expected none"
            )
        if has_market:
            self._check_market(market, bool(banes))
        else:
            market = ()
        tournament = self._has(Special.TOURNAMENT, (*self.fixed, *self.pool, *banes, *market), _now)
        return Kingdom(
            fixed=self.fixed,
            pool=self.pool,
            size=self.size,
            bane=self.bane if banes else None,
            banes=banes,
            market=market,
            prizes=tuple(self.box.of(PRIZE)) if tournament else (),
        )

    def _pool(self) -> tuple[Face, ...]:
        """Return what the rest of a random Kingdom is drawn from (D1.11)."""
        if not self.options.is_random:
            return ()
        if len(self.fixed) > KINGDOM_SIZE:
            raise ScenarioError(
                f"[table] include: expected up to {KINGDOM_SIZE} cards, but there are "
                f"{len(self.fixed)} (D1.7)"
            )
        for face in self.fixed:
            if face.kind in self.excluded:
                raise _wrong("exclude", face.id, "include has it; expected it in one of the two")
        pool = tuple(
            face
            for face in self.cards
            if face.card_set in self.options.sets
            and face.kind not in self.excluded
            and face not in self.fixed
            and face != self.bane
        )
        if len(pool) + len(self.fixed) < KINGDOM_SIZE:
            raise ScenarioError(
                f"[table] sets, include and exclude leave {len(pool) + len(self.fixed)} cards for "
                f"the Kingdom; expected {KINGDOM_SIZE} or more"
            )
        # If nothing is left to draw, no card of the pool can be in a deal.
        return pool if len(self.fixed) < KINGDOM_SIZE else ()

    def _banes(self) -> tuple[Face, ...]:
        """Return what may be the Bane (D9.1), by costs before edits, which change no set-up.

        If a random Kingdom has all of them, its deal has no Bane.
        """
        if self.bane is not None:
            self._check_bane(self.bane)
            return (self.bane,)
        fixed = {face.kind for face in self.fixed} | self.excluded
        banes = tuple(
            face
            for face in self.cards
            if face.was_cost in BANE_COSTS
            and face.kind not in fixed
            and face.special != Special.YOUNG_WITCH
        )
        if not banes:
            raise ScenarioError(
                "[table] no card is left for the Bane; expected one that costs 2 or 3, outside of "
                "the Kingdom (D9.1)"
            )
        return banes

    def _check_bane(self, bane: Face) -> None:
        if bane.was_cost not in BANE_COSTS:
            raise _wrong(
                "bane", bane.id, f"it costs {bane.was_cost}; expected a card that costs 2 or 3"
            )
        if bane in self.fixed:
            raise _wrong("bane", bane.id, "it is in the Kingdom; expected a card that is not")
        if bane.kind in self.excluded:
            raise _wrong("bane", bane.id, "exclude has it; expected it in one of the two")

    def _needs_bane(self, of: Callable[[Face], set[Special]]) -> bool:
        """Return whether a deal may need a Bane: for the Kingdom, or for the market deck (D9.4)."""
        piles = (*self.fixed, *self.pool)
        if self._has(Special.YOUNG_WITCH, piles, of):
            return True
        return self._has(Special.BLACK_MARKET, piles, of) and self._has(
            Special.YOUNG_WITCH, self._market(), of
        )

    def _market(self) -> tuple[Face, ...]:
        """Return what the Black Market deck may have (D9.3), if there is one."""
        certain = {face.kind for face in self.fixed}
        if self.bane is not None and not self.options.is_random:
            certain.add(self.bane.kind)  # with a random Kingdom it may not be needed
        if self.options.black_market is None:
            return tuple(
                face
                for face in self.cards
                if face.kind not in certain and face.kind not in self.excluded
            )
        listed = _by_kind(self._card(name, "black_market") for name in self.options.black_market)
        for face in listed:
            if face.kind in certain:
                raise _wrong(
                    "black_market", face.id, "it is in the supply; expected cards that are not"
                )
            if face.kind in self.excluded:
                raise _wrong(
                    "black_market", face.id, "exclude has it; expected it in one of the two"
                )
        return listed

    def _check_market(self, market: tuple[Face, ...], has_bane: bool) -> None:
        """Raise ScenarioError if the deck may have too few cards without those of the supply."""
        drawable = {face.kind for face in self.pool}
        drawn = min(self.size - len(self.fixed), sum(face.kind in drawable for face in market))
        drawn += has_bane and (self.bane is None or self.bane in market)
        if len(market) - drawn < MIN_MARKET:
            left = f" once up to {drawn} of them lie in the supply" if drawn else ""
            raise ScenarioError(
                f"[table] black_market: the deck has {len(market) - drawn} different cards{left}; "
                f"expected {MIN_MARKET} or more (D9.3), or no Black Market in the Kingdom"
            )

    def _has(
        self, special: Special, faces: Iterable[Face], of: Callable[[Face], set[Special]]
    ) -> bool:
        return any(special in of(face) for face in faces)

    def _card(self, name: str, key: str) -> Face:
        """Return a Kingdom card by its id."""
        known = [face.id for face in self.cards]
        if name in known:
            return self.box[name]
        others = {face.id: face.category for face in self.box.faces}
        if name in others:
            what = "a prize" if others[name] == PRIZE else "a basic card, which always has its pile"
            raise _wrong(key, name, f"this is {what}; expected Kingdom cards")
        close = get_close_matches(name, known, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"expected {one_of(name, known)}"
        raise _wrong(key, name, f"there is no such Kingdom card; {hint}")

    def _check_random_only(self) -> None:
        """Raise ScenarioError for options of random Kingdoms if the Kingdom is not random."""
        options = self.options
        keys = [key for key in ("include", "exclude") if getattr(options, key)]
        if "sets" in options.model_fields_set:
            keys.append("sets")
        if keys and not options.is_random:
            raise ScenarioError(
                f'[table] {keys[0]}: only a random Kingdom is drawn; expected kingdom = "{RANDOM}" '
                "with it"
            )


def _recommended(options: Options, box: Box) -> Recommended | None:
    """Return the recommended set that is played, if one is."""
    name = options.kingdom
    if not isinstance(name, str) or name == RANDOM:
        return None
    known = {kingdom.id: kingdom for kingdom in read_kingdoms()}
    if name not in known:
        if name in [face.id for face in box.of(KINGDOM)]:
            raise _wrong("kingdom", name, f"this is a card, no set; expected a list, [{name!r}]")
        close = get_close_matches(name, [*known, RANDOM], 1)
        hint = f"did you mean {close[0]!r}?" if close else ""
        expected = f"expected {', '.join([*known, RANDOM])}, or a list of cards"
        raise _wrong("kingdom", name, f"there is no such set; {hint or expected}")
    return known[name]


def _by_kind(faces: Iterable[Face]) -> tuple[Face, ...]:
    return tuple(sorted(faces, key=lambda face: face.kind))


def _now(face: Face) -> set[Special]:
    return {face.special}


def _ever(face: Face) -> set[Special]:
    """Return the special part of a card now and before edits: a blanked card stays allowed."""
    return {face.special, face.was_special}


def _wrong(key: str, name: str, message: str) -> ScenarioError:
    return ScenarioError(f"[table] {key} = {name!r}: {message}")

"""Games as environments to train agents in: one by one with PettingZoo's interface, or many."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from balance.agents.batch_environment import batch

__all__ = ["batch"]


def __getattr__(name: str) -> Any:
    """Load `batch` when it is first used: what it needs is an extra."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from balance.agents.batch_environment import batch  # noqa: PLC0415

    return batch

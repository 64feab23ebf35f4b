"""Whether another distribution has written into the `balance` package.

On the Python package index, the name ``balance`` belongs to a library for survey samples, which
installs a package of the same name.  Both cannot work in one environment.
"""

from importlib.metadata import PackageNotFoundError, distribution

import balance
from balance.errors import InstallationError

DISTRIBUTION = "tabletop-balance"
OTHER = "balance"  # the name of the other distribution


def check_installation() -> None:
    """Refuse to start where another distribution shares the folder of this package.

    Raises
    ------
    InstallationError
    """
    ours = getattr(balance, "DISTRIBUTION", None)  # absent if the other was installed later
    try:
        other = distribution(OTHER)
    except PackageNotFoundError:
        if ours is not None:
            return
        culprit = "another package"
    else:
        culprit = f"the package {OTHER!r} {other.version}"
    raise InstallationError(
        f"This environment also holds {culprit}, which installs a Python package of the same name: "
        f"install {DISTRIBUTION} in an environment of its own, or run `pip uninstall {OTHER}` and "
        f"then `pip install --force-reinstall {DISTRIBUTION}`."
    )

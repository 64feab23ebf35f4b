"""The sections that a report may have, loaded and checked."""

import ast
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from balance.analysis.metrics.metric import Metric, imported_names, sources_of
from balance.errors import BalanceError, ScenarioError
from balance.report.section import Section, SectionDefinition
from balance.scenario.section_files import (
    data_of,
    is_of_package,
    load_modules,
    load_section,
)


@dataclass(frozen=True)
class Guarded:
    """A function of a user's file; its errors name the file and the line."""

    function: Callable[..., Any]
    file: Path
    what: str  # it is
    returned: tuple[type, ...]  # types

    def __call__(self, *arguments: Any) -> Any:
        """Call the function."""
        try:
            value = self.function(*arguments)
        except BalanceError:
            raise
        except (Exception, SystemExit) as error:
            frames = traceback.extract_tb(error.__traceback__)
            lines = [
                f"line {frame.lineno}: " for frame in frames if frame.filename == str(self.file)
            ]
            raise ScenarioError(
                f"{self.file}: {self.what} failed: {''.join(lines[-1:])}"
                f"{type(error).__name__}: {error}"
            ) from error
        if not isinstance(value, self.returned):
            raise ScenarioError(
                f"{self.file}: {self.what} returned {type(value).__name__}, where "
                f"{self.returned[0].__name__} is expected."
            )
        return value


def sections_in(files: Mapping[str, Path]) -> dict[str, SectionDefinition]:
    """Return the sections that files define, by name, in the order of a report.

    Parameters
    ----------
    files : mapping of str to Path
        By the section's name; see `PreparedScenario.section_files`.

    Raises
    ------
    ScenarioError
        If a file cannot be run, or defines something else.
    """
    sections: dict[str, SectionDefinition] = {}
    for name, file in files.items():
        section = load_section(file, name)
        if not isinstance(section, SectionDefinition):
            raise ScenarioError(
                f"{file}: {name!r} is of type {type(section).__name__}, where a SectionDefinition "
                "is expected."
            )
        for metric in section.metrics:
            if any(metric in other.metrics for other in sections.values()):
                raise ScenarioError(f"{file}: there is another metric {metric!r}: rename this one.")
        sections[name] = section if is_of_package(file) else _guarded_section(name, section, file)
    return dict(sorted(sections.items(), key=lambda item: item[1].place))


def metrics_in(files: Mapping[str, Path]) -> dict[str, Metric]:
    """Return the metrics of the sections that files define, by name; see `sections_in`."""
    return {
        name: metric
        for section in sections_in(files).values()
        for name, metric in section.metrics.items()
    }


def own_sources(files: Mapping[str, Path]) -> list[Path]:
    """Return the sources on which the metrics of sections from outside the package rest.

    These are a section's file and the files beside it that it imports, or only the latter if they
    define all its tallies; what they import from `balance.analysis`; and the data that they read.
    """
    sources: list[Path] = []
    imports: list[str] = []
    for name, file in files.items():
        if is_of_package(file):
            continue
        main, *beside = load_modules(file, name)
        tallies = {metric.tally.__module__ for metric in load_section(file, name).metrics.values()}
        if main.__name__ in tallies:
            beside.append(main)
        for module in beside if tallies else ():
            sources.append(Path(str(module.__file__)))
            imports += imported_names(ast.parse(sources[-1].read_text(encoding="utf-8")))
        sources += data_of(file) if tallies else ()
    sources.sort(key=lambda path: path.name)
    return [*sources, *sources_of(imports).values()]


def _guarded_section(name: str, section: SectionDefinition, file: Path) -> SectionDefinition:
    what = f"the section {name!r}"
    return replace(
        section,
        build=Guarded(section.build, file, what, (Section, type(None))),
        metrics={key: _guarded(key, metric, file) for key, metric in section.metrics.items()},
        why_not=Guarded(section.why_not, file, f"{what}: why_not", (str,)),
    )


def _guarded(name: str, metric: Metric, file: Path) -> Metric:
    what = f"the metric {name!r}"
    return replace(
        metric,
        tally=Guarded(metric.tally, file, what, (metric.sums,)),
        applies=Guarded(metric.applies, file, f"{what}: applies", (bool, np.bool_)),
    )

"""What is shown under which address; all of it by functions that `import balance` has."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

from flask import Flask, Response, render_template, request, send_file
from werkzeug.exceptions import HTTPException

import balance
from balance.report.page import page_templates
from balance.scenario.overrides import read_changes
from balance.serve.access import REPORT_POLICY, Access
from balance.serve.shelf import Shelf

REPORT = "index.html"
COMPARED = "comparison", "comparison_axes"  # tables that answer for a grid


def create_app(folder: Path, access: Access) -> Flask:
    """Return what answers requests for the runs in a folder."""
    app, shelf = Flask(__name__), Shelf(folder)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    access.guard(app)

    def name() -> str:
        return request.args.get("run", "")

    @app.get("/")
    def show_runs() -> str:
        return render_template("runs.html", folder=folder, runs=shelf.rows())

    @app.get("/style.css")
    def show_style() -> Response:
        style = page_templates().get_template("style.css").render()
        return Response(style, mimetype="text/css")

    @app.get("/run")
    def show_run() -> str:
        has_report = (shelf.place(name()) / REPORT).is_file()
        held = shelf.rows()[name()]
        try:
            run = shelf.run(name())
        except balance.StoreError as error:  # a study, or what cannot be read
            return render_template("held.html", name=name(), run=None, held=held, error=error,
                                   has_report=has_report)  # fmt: skip
        titles = dict(run.tables[["name", "title"]].to_numpy())
        tables = {titles[one]: run.texts(one) for one in COMPARED
                  if one in titles and held["kind"] != "run"}  # fmt: skip
        return render_template("run.html", name=name(), run=run, held=held, tables=tables,
                               has_report=has_report, names=shelf.names)  # fmt: skip

    @app.get("/card")
    def show_card() -> str:
        run = shelf.run(name())
        card = run.card(request.args.get("card", ""))
        return render_template("card.html", name=name(), run=run, card=card,
                               numbers=run.numbers(card.id),
                               words=run.numbers_in_words(card.id))  # fmt: skip

    @app.get("/game")
    def show_game() -> str:
        run = shelf.run(name())
        game, cell = request.args.get("game", 0, int), request.args.get("cell")
        lines = run.play(game, cell)
        return render_template("game.html", name=name(), run=run, game=game, cell=cell,
                               lines=lines)  # fmt: skip

    @app.get("/diff")
    def show_diff() -> str:
        names = [request.args.get(key, "") for key in ("run", "other")]
        found = balance.diff(*map(shelf.place, names))
        texts = found.texts.rename(columns={"was": "before", "now": "after"})
        tables = {cells: rows.drop(columns="cells")
                  for cells, rows in texts.groupby("cells", sort=False)}  # fmt: skip
        return render_template("diff.html", names=names, runs=list(map(shelf.run, names)),
                               found=found, tables=tables)  # fmt: skip

    @app.get("/report")
    def show_report() -> Response:
        report = (shelf.place(name()) / REPORT).resolve()
        if not report.is_file() or report.parent != shelf.place(name()).resolve():  # a link
            raise balance.StoreError(f"There is no report of {name()!r}.")
        response = send_file(report)
        response.headers["Content-Security-Policy"] = REPORT_POLICY
        return response

    @app.get("/try")
    def try_change() -> Response:
        run, typed = shelf.run(name()), request.args.get("typed", "")
        moved, cell = request.args.getlist("set"), request.args.get("cell")
        template = app.jinja_env.get_template("answer.html")

        def events() -> Iterator[str]:
            try:
                change = read_changes([*moved, *_words(typed)])
                for one in shelf.answers(run, change, cell):
                    if isinstance(one, str):
                        yield _event("end", one)
                    else:
                        yield _event("answer", template.render(answer=one))
            except balance.BalanceError as error:
                yield _event("refused", str(error))

        return Response(events(), mimetype="text/event-stream")

    @app.errorhandler(balance.BalanceError)
    def refuse(error: balance.BalanceError) -> tuple[str, int]:
        return render_template("error.html", error=str(error)), 404

    @app.errorhandler(HTTPException)
    def fail(error: HTTPException) -> tuple[str, int]:
        return render_template("error.html", error=error.description), error.code or 500

    return app


def _words(typed: str) -> list[str]:
    """Return what would be the words of a command line.

    Raises
    ------
    ScenarioError
        If a quotation mark is not closed.
    """
    try:
        return shlex.split(typed)
    except ValueError:
        raise balance.ScenarioError(f"{typed}: a quotation mark is not closed.") from None


def _event(name: str, text: str) -> str:
    """Return an event as browsers read it; JSON has no line break that could begin another."""
    return f"event: {name}\ndata: {json.dumps(text)}\n\n"

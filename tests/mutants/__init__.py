"""Rule mistakes planted on purpose, to see what share of them the tests catch.

    python -m tests.mutants valeria --sample 400 --seed 1 --workers 2

A *mutant* is one small mistake in one function of a game's rules: ``<`` for ``<=``, a gain left
out, the wrong good.  It is put in place in a process that has loaded the game and its tests once,
and the tests that run its line are run, the most particular first, until one fails: then it is
caught.  All is uncompiled, and each mutant has a fork of its own, so that it costs about a second.

``--sample N``       so many mutants by lot, of each file in proportion; all without it
``--files HARVEST``  only files whose path has this in it; may be given more than once
``--only TEXT``      only mutants whose key has this in it; may be given more than once
``--again FILE``     only those that survived in this file of results and were not judged since
``--more``           keep the results so far, plant the others of the sample
``--budget SECONDS`` run tests that take so long together, then call it a survivor (30)
``--list``           show the mutants, plant none
``--out FILE``       results, a line of JSON each (build/mutants/GAME.jsonl)
``--markdown FILE``  what was caught and what was judged, as tables for reports/findings/tests.md

Work through survivors like this: run a sample; for each survivor read the rule, and write the
missing test or, if no game can tell the mutant from the rule, judge it in ``reviewed/GAME.toml``
with the reason; then ``--again build/mutants/GAME.jsonl``.  Judged mutants are planted too: one
that a test catches is an error.  Which test runs which line is kept in build/mutants/GAME.map.json
and is brought up to date for each file of tests that has changed.

Where things are: ``operators.py`` makes mistakes, ``targets.py`` says in which files and which
tests look for them, ``duels/GAME.py`` lets the referee play along as the last resort,
``planting.py`` puts code in place, ``forks.py`` runs work in forks, ``hunt.py`` maps and hunts,
``results.py`` keeps and tells what came out.
"""

"""The Python interface: what ``balance.run(...)`` and its other functions do and return.

`balance` itself loads this package when one of its functions is first used, so ``import balance``
takes no time.
"""

"""``python -m balance``: the command line, where `balance` itself is not on the path."""

from balance.cli.main import start

if __name__ == "__main__":  # other processes of a run import this file too
    start()

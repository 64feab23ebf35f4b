"""What a shell's `ulimit` leaves a command, checked before anything large is loaded.

With too little of it libraries crash, hang or print their own messages.
"""

MEGABYTE = 1 << 20
MEMORY, FILE, STACK = 3000, 0.001, 0.1  # megabytes: measured with the shipped games on two cores


def problem() -> str:
    """Return in a sentence which limit is too low for any command; an empty text if none is."""
    try:  # Windows has none
        import resource
    except ImportError:
        return ""
    for what, option, kind, least in (
        ("of memory", "-v", resource.RLIMIT_AS, MEMORY),
        ("in a file", "-f", resource.RLIMIT_FSIZE, FILE),
        ("of stack", "-s", resource.RLIMIT_STACK, STACK),
    ):
        limit = resource.getrlimit(kind)[0]
        if limit != resource.RLIM_INFINITY and limit < least * MEGABYTE:
            return (
                f"Error: ulimit {option} allows {limit / MEGABYTE:,.4g} MB {what}: expected "
                f"{least:,} MB or more.\n"
            )
    return ""

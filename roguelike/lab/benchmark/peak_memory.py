"""Peak memory of this process: run by path, with almost no imports, so that it can also measure a bare window."""

import sys
from pathlib import Path

STATUS = Path("/proc/self/status")


def peak_kilobytes() -> int:
    """Return the peak resident memory in kB.

    Linux reports it for the program alone; `getrusage`, used elsewhere, includes the parent's memory before it started
    us.
    """
    if STATUS.exists():
        lines = STATUS.read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    sys.stdout.write(f"{peak_kilobytes()}\n")
    sys.stdout.flush()  # the caller may end the program at once

"""Says whether this machine can compile the rules.

Standard library only: set-up asks before it installs anything.
"""

from __future__ import annotations

import os
import shutil
import sysconfig


def c_compiler() -> str | None:
    """The command of a C compiler, the interpreter's own first."""
    candidates = [os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]
    for candidate in candidates:
        if candidate and shutil.which(candidate.split()[0]):
            return str(candidate)
    return None


def missing_to_compile() -> list[str]:
    """What is missing, in words; nothing when the rules can be compiled."""
    missing = []
    if os.name == "posix" and c_compiler() is None:
        missing.append("a C compiler")
    if not os.path.isfile(os.path.join(sysconfig.get_path("include"), "Python.h")):
        missing.append("the headers of Python")
    return missing


def how_to_get_it() -> str:
    """The command that installs what is missing, where the system is known."""
    if shutil.which("apt-get"):
        return "apt-get install gcc python3-dev"
    if shutil.which("dnf"):
        return "dnf install gcc python3-devel"
    if shutil.which("pacman"):
        return "pacman -S gcc"
    if shutil.which("xcode-select"):
        return "xcode-select --install"
    return "install a C compiler and the development files of Python"

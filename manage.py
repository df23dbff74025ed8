#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
        from django.db import DatabaseError
    except ImportError:
        sys.exit("Django is not installed for this Python: use .venv/bin/python, or `make run`.")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Scorekeeper cannot start. {error}")
    except DatabaseError as error:
        sys.exit(f"Scorekeeper cannot use its database: {' '.join(str(error).split())}.")


if __name__ == "__main__":
    main()

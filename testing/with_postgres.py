"""Runs a program with a PostgreSQL server of its own: its URL, up to the name of a database, is in
MPIGAUGE_TEST_POSTGRES.

usage: with_postgres.py PROGRAM [ARGUMENTS]
"""
import os
import subprocess
import sys

from testing.postgres import Postgres

with Postgres() as server:
    code = subprocess.call(sys.argv[1:], env={**os.environ, "MPIGAUGE_TEST_POSTGRES": server.url})
sys.exit(code)

"""Other programs: what they say, and one line where they can't be run or don't end."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from pressgate import program
from pressgate.model import StepError

PYTHON = [sys.executable, "-I", "-c"]


def test_a_program_runs_without_input_in_its_place_and_with_the_given_environment_alone(tmp_path: Path) -> None:
    code = "import os, sys; print(sys.stdin.read() == '', os.getcwd(), os.environ.get('A'), os.environ.get('HOME'))"
    done = program.run([*PYTHON, code], "a look", seconds=60, cwd=tmp_path, environment={"A": "b"})
    assert done.stdout.split() == ["True", os.path.realpath(tmp_path), "b", "None"]


def test_the_last_word_of_one_that_fails() -> None:
    done = program.run([*PYTHON, "import sys; sys.exit('one\\n\\n  two  \\n')"], "a try", seconds=60)
    assert (done.returncode, program.last_word(done), program.last_word(done, 0)) == (1, "two", "one")
    silent = program.run([*PYTHON, "raise SystemExit(3)"], "a try", seconds=60)
    assert program.last_word(silent) == "no word of why"


def test_one_that_doesnt_end_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(StepError, match=r"^a nap took more than 0.5 s; wake up$"):
        program.run([*PYTHON, "import time; time.sleep(60)"], "a nap", seconds=0.5, advice="; wake up")


def test_one_that_isnt_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(StepError, match="can't be run: No such file"):
        program.run([str(tmp_path / "nothing")], "a try", seconds=60)

"""Files of students: answers in every form that a notebook allows, and hostile files."""

import json
from copy import deepcopy

import make_lessons as maker
from hostile import ACTING_AGENTS, ANSWER_AGENTS, PIPE_AGENTS, RAISING_AGENTS, agent_file

from polygames.lessons.grading import exercises

WRAPPED_ANSWER = (
    "SOLUTION\ninner_NAME = NAME\ndef NAME(*given):\n    got = inner_NAME(*given)\n    "
)

ANSWER_FORMS = {
    "as it is": ["SOLUTION"],
    "scratch calls below": ["SOLUTION", "print(NAME)\nx = NAME\nNAME;", "x = [NAME]", "NAME"],
    "a scratch call in the cell": ["SOLUTION\nprint(NAME)\nx = NAME"],
    "a time above": ["%%time\nSOLUTION"],
    "what it prints is kept": ["%%capture out\nSOLUTION", "out.show()"],
    "commands of the shell": ["!ls\nfiles = !ls\n%pip --version\nSOLUTION\nNAME?"],
    "a line that is timed": ["SOLUTION\nbest = NAME", "%time NAME = best"],
    "a cell of its own": ["...", "SOLUTION"],
    "a helper in a cell of its own": ["same = lambda it: it", "SOLUTION\nNAME = same(NAME)"],
    "two halves": ["best = [0]", "SOLUTION\nbest[0] = NAME", "NAME = best.pop()"],
    "an import in a cell of its own": ["import numpy as np", "SOLUTION\nassert np.pi > 3"],
    "an earlier attempt": ["def NAME(*given):\n    return given", "SOLUTION"],
    "an error below": ["SOLUTION\n1 / 0"],
    "a cell that cannot be read": ["SOLUTION", "this is no Python"],
    "words above": ["'''My answer.'''\nNAME: object\nSOLUTION"],
    "numbers of numpy's": [
        "import numpy as np",
        WRAPPED_ANSWER + "return np.array(got)[()] if type(got) in {int, bool} else got",
    ],
    "a list that is used up": [
        WRAPPED_ANSWER
        + "[each.clear() for each in given if hasattr(each, 'clear')]\n    return got"
    ],
    "much that is printed": [WRAPPED_ANSWER + "print('x' * 100_000)\n    return got"],
    "an import of everything": ["from math import *", "SOLUTION\nassert floor(pi) == 3"],
    "a display above": ["display('mine')\nSOLUTION\ndisplay(NAME)"],
    "the last value": ["SOLUTION\nNAME", "NAME = _"],
    "an output by its number": ["SOLUTION\nNAME", "NAME = Out[max(Out)]"],
    "a value that is awaited": [
        "import asyncio\nasync def later(it):\n    await asyncio.sleep(0)\n    return it",
        "SOLUTION\nNAME = await later(NAME)",
    ],
    "a global name": [
        "SOLUTION\nmine = NAME\ndel NAME\ndef define():\n    global NAME\n    NAME = mine\ndefine()"
    ],
    "code in a text": ["exec(QUOTED)"],
    "a name by its text": ["SOLUTION\nglobals()['NA' + 'ME'] = mine = NAME"],
    "a file that it writes": [
        "%%writefile note.txt\nmy note",
        "SOLUTION\nfrom pathlib import Path\nassert 'my' in Path('note.txt').read_text()",
    ],
    "an end of the program below": ["SOLUTION", "exit()", "raise SystemExit", "quit()"],
    "a part of a function": ["SOLUTION\nfrom functools import partial\nNAME = PARTIAL(NAME)"],
    "a condition around it": ["if __name__ == '__main__':\n    pass\nSOLUTION"],
    "what yields its parts": [
        WRAPPED_ANSWER + "return iter(got) if isinstance(got, list) else got"
    ],
}
"""Cells by the name of a form; SOLUTION makes the value of NAME."""


def in_form(form, exercise):
    """Return the cells of an answer in a form. Only the answers that are functions are wrapped."""
    (name,) = exercise.names
    cells = ANSWER_FORMS[form]
    if "def " not in exercise.solution and cells[-1].startswith(WRAPPED_ANSWER):
        cells = ["SOLUTION"]
    is_function = "def " in exercise.solution
    words = {
        "PARTIAL": "partial" if is_function else "",
        "QUOTED": repr(exercise.solution),
        "SOLUTION": exercise.solution,
        "'NA' + 'ME'": repr(name),
        "NAME": name,
    }
    for word, text in words.items():
        cells = [each.replace(word, text) for each in cells]
    return cells


def mixed_forms(lesson="01_nim"):
    """Return sets of answers to all exercises of a lesson, which together use all forms.

    The key of a set is the name of its first form.
    """
    tasks, forms = exercises(lesson), [*ANSWER_FORMS]
    return {
        forms[k]: [in_form(forms[(k + more) % len(forms)], task) for more, task in enumerate(tasks)]
        for k in range(0, len(forms), len(tasks))
    }


def notebook(lesson, answers):
    """Return a lesson with the cells of answers, which are given by the number of the exercise."""
    copy = deepcopy(maker.read(maker.COPIES_FOLDER / f"{lesson}.ipynb"))
    places = {each.cell_id: answers.get(k) for k, each in enumerate(exercises(lesson), 1)}
    cells = []
    for cell in copy["cells"]:
        cells += fill_cell(cell, places.get(cell["id"]))
    return copy | {"cells": cells}


def fill_cell(cell, texts):
    """Return the cell for an answer with the first text, followed by new cells with the others."""
    if texts is None:
        return [cell]
    first, *others = [texts] if isinstance(texts, str) else texts
    more = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    added = [more | {"id": f"more-{k}", "source": [text]} for k, text in enumerate(others)]
    return [cell | {"source": first.splitlines(keepends=True)}, *added]


# --- Hostile files ------------------------------------------------------------------------------

PACKAGE_CODE = (
    "import polygames, pathlib, shutil\nfolder = pathlib.Path(polygames.__file__).parent\n"
)

TRICK_ANSWERS = {
    "a verdict of its own": (
        "import polygames.lessons.exercise_checks as a\na.verdict = lambda *_: 'Right.'\nmoves = 7"
    ),
    "a check of its own": (
        "from polygames.lessons import nim\nnim.exercise_1 = lambda _: print('Right.')\nmoves = 7"
    ),
    "a print": "print('Right.')\nmoves = 7",
    "an end of the process": "print('Right.', flush=True)\nimport os\nos._exit(0)",
    "an exit": "raise SystemExit('Right.')",
    "exit()": "exit()",
    "an interrupt": "raise KeyboardInterrupt",
    "what is equal to everything": (
        "class Any:\n    def __eq__(self, other):\n        return True\n"
        "    def __hash__(self):\n        return 1\ndef moves(heaps):\n    return Any()"
    ),
    "a message that runs something": (
        "class Bad:\n    def __reduce__(self):\n        import os\n"
        "        return os.system, ('exit 3',)\ndef moves(heaps):\n    return [Bad()]"
    ),
    "numbers without end": "from itertools import count\ndef moves(heaps):\n    return count()",
    "a loop in the cell": "while True:\n    pass",
    "half a function": "def moves(heaps:",
    "a zero byte": "moves = '\0'",
    "too many brackets": "moves = " + "(" * 50_000,
    "too many signs": "moves = " + "-" * 50_000 + "1",
    "a package without this lesson": PACKAGE_CODE
    + "(folder / 'lessons' / 'nim.py').write_text('')",
    "no package": PACKAGE_CODE + "shutil.rmtree(folder)",
    "a module for all who follow": (
        "import json, pathlib\npathlib.Path(json.__file__).write_text('raise SystemExit')"
    ),
    "others' notebooks": (
        "import pathlib\nfor path in pathlib.Path('FOLDER').iterdir():\n    path.unlink()"
    ),
}
"""Answers to the first exercise of lesson 01; none is right."""


def hostile_answers(mark, folder):
    """Return hostile answers to that exercise, each with True if it must be wrong, else None.

    Answers with the action of a hostile agent are right if they continue after the action.
    """
    right = exercises("01_nim")[0].solution
    found = {
        name: (text.replace("FOLDER", str(folder)), True) for name, text in TRICK_ANSWERS.items()
    }
    some = [
        *[*PIPE_AGENTS.items()][::5],
        *[*ANSWER_AGENTS.items()][::4],
        *RAISING_AGENTS.items(),
        *ACTING_AGENTS.items(),
    ]
    for name, one in some:
        if name == "has its file deleted":
            continue
        text = f"{agent_file(name, one, mark).source}\n{right}\nright = moves\n"
        text += "plays = lambda state, rng: right(state)\nmoves = lambda heaps: choose(heaps, None)"
        found[name] = (text, one.loses)
    return found


CODE_CELL = {"cell_type": "code", "id": "a", "source": ["x = 1"]}

MALFORMED_FILES = {
    "empty": "",
    "no JSON": "moves = 7",
    "null": "null",
    "a list": "[]",
    "a number": "1e999",
    "an object": "{}",
    "cells that are none": json.dumps({"cells": None}),
    "a cell that is none": json.dumps({"cells": [7]}),
    "a cell without a source": json.dumps({"cells": [{"cell_type": "code"}]}),
    "a source that is none": json.dumps({"cells": [CODE_CELL | {"source": 7}]}),
    "an old notebook": json.dumps({"worksheets": [{"cells": [CODE_CELL]}], "nbformat": 3}),
    "no lesson": json.dumps({"cells": [CODE_CELL]}),
    "no end of brackets": "[" * 200_000,
    "half a file": json.dumps({"cells": [CODE_CELL]})[:-9],
    "other letters": "caf\udce9",
}
"""Malformed files as texts, decoded with ``surrogateescape``."""

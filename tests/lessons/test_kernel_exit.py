"""In the kernel of a lesson, `exit()` and `quit()` are errors and the kernel goes on."""

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.terminal.interactiveshell import TerminalInteractiveShell
from jupyter_client.manager import start_new_kernel

from polygames.lessons.kernel_exit import REFUSED_EXIT_TEXT, RefusedExitError, refuse_exit

LESSON_CODE = """from polygames.lessons import calls, exercise

@exercise
def exercise_1(double):
    return calls(double, (2,)), [(lambda got: got[0] == 4, "it should be twice as much.")]
"""
ANSWER_CODE = """import sys
def double(number):
    try:
        {}
    finally:
        print("tidied up")
exercise_1(double)"""
HINT = "It should be twice as much."


@pytest.fixture(scope="module")
def run():
    """Return a function that runs a cell in a new kernel and returns what it printed.

    The text of an error is its name and its message.
    """
    manager, client = start_new_kernel(startup_timeout=120)

    def run_cell(code):
        printed = []

        def receive(message):
            content = message["content"]
            if message["msg_type"] == "stream":
                printed.append(content["text"])
            if message["msg_type"] == "error":
                printed.append(f"{content['ename']}: {content['evalue']}")

        client.execute_interactive(code, output_hook=receive, timeout=60)
        return "".join(printed).strip()

    assert run_cell(LESSON_CODE) == ""
    yield run_cell
    assert run_cell("print(number)") == "7", "the same kernel has run all cells"
    client.stop_channels()
    manager.shutdown_kernel(now=True)


@pytest.mark.parametrize("code", ["exit()", "quit()", "exit", "quit", "exit(keep_kernel=True)"])
def test_a_cell_that_exits_ends_in_an_error_and_the_kernel_goes_on(run, code):
    run("number = 7")
    assert run(code) == f"RefusedExitError: {REFUSED_EXIT_TEXT}"
    assert run("print(number)") == "7"


@pytest.mark.parametrize("code", ["exit()", "quit()"])
def test_a_check_of_a_function_that_exits_names_the_reason(run, code):
    run("number = 7")
    said = run(ANSWER_CODE.format(code))
    reason = f"double(2) stopped with RefusedExitError: {REFUSED_EXIT_TEXT}"
    assert said == f"tidied up\nNot quite: {reason} {HINT}"
    assert run("print(number)") == "7"


def test_a_check_of_a_function_with_sys_exit_names_the_reason(run):
    run("number = 7")
    said = run(ANSWER_CODE.format("sys.exit()"))
    assert said == f"tidied up\nNot quite: double(2) stopped with SystemExit. {HINT}"
    assert run("print(number)") == "7"


def test_a_namespace_that_was_reset_is_protected_as_well(run):
    run("%reset -f")
    assert run("exit()") == f"RefusedExitError: {REFUSED_EXIT_TEXT}"
    run(f"{LESSON_CODE}\nnumber = 7")


@pytest.mark.parametrize(
    ("kind", "is_refused"), [(InteractiveShell, True), (TerminalInteractiveShell, False)]
)
def test_only_the_terminal_can_be_left_by_exit(monkeypatch, kind, is_refused):
    shell = kind.__new__(kind)  # without a start, which would change this process
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    refuse_exit()
    assert ("ask_exit" in vars(shell)) == is_refused
    if is_refused:
        with pytest.raises(RefusedExitError, match="use return"):
            shell.ask_exit()

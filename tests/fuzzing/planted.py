"""Attack a toy game with planted defects; print what is found, as JSON by defect."""

import json
import os
import re
import signal
import sys
import time
from dataclasses import replace

from fuzzing import worker
from fuzzing.campaign import Campaign
from fuzzing.kinds import Attack
from fuzzing.material import sample_pool
from fuzzing.options import attack_options
from fuzzing.play import attack_game
from fuzzing.texts import attack_texts
from toys import NIM_GAME, Nim, from_text, register_game, scene

import polygames as pg
from polygames.core.options import check_flag, raise_option_error, whole

TEXT = re.compile(r"nim (\d{1,2}) (-1|[01]) (\d{1,2}) (True|False) (\d{1,4})", re.ASCII)


def sound(text):
    """Read a position, and refuse what is none."""
    found = TEXT.fullmatch(text.strip())
    is_over = found is not None and int(found[1]) == 0
    if found is None or not int(found[1]) <= int(found[3]) <= 20 or (is_over and found[2] == "-1"):
        message = f"not a position of nim: {text[:40]!r}"
        raise pg.PositionError(message)
    return from_text(text)


def start(heap=7, coin=False):
    return Nim(
        whole("heap", heap, 1, 20), -1 if check_flag("coin", coin) else 0, int(heap), bool(coin)
    )


def spoken(state, text):
    """Read a move, with a short word on what is none."""
    if len(text) > 9:
        message = f"invalid move {text[:9]!r}..."
        raise pg.InvalidMoveError(message)
    return NIM_GAME.parse(state, text)


SOUND = replace(NIM_GAME, from_text=sound, start=start, parse=spoken)

# --- Readers with a defect, which shows in strange text only --------------------------------------


def defective(fault):
    """Return a reader that does something else with text that is no position."""

    def read(text):
        return sound(text) if TEXT.fullmatch(text.strip()) else fault(text)

    return read


def key_error(text):
    return {"nim": text}[text]


def endless(_):
    while True:
        pass


def deaf(text):
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})
    return endless(text)


def asleep(_):
    time.sleep(1000)


def flood(_):
    return bytearray(1 << 32)


def crash(_):
    os.abort()


def talkative(text):
    raise pg.PositionError(text * 3000)


READERS = (key_error, endless, deaf, asleep, flood, crash, talkative)
LONG = {"endless", "deaf", "asleep", "flood", "crash"}
"""Defects that end a process, one for each time they show."""

# --- Other defects --------------------------------------------------------------------------------


def forgetful(text):
    return replace(sound(text), turn=1 - sound(text).turn)


def picture(state):
    return scene(state)[: 9 // (state.heap % 2)]


def careless(heap=7, coin=False):
    return (
        start(heap or raise_option_error("heap", "is more than 0", heap), coin)
        if heap < 20
        else None
    )


class Stubborn(Nim):
    """A game that lists a move that it does not take."""

    def play(self, move, /):
        if self.heap == 2:
            raise self.illegal_move_error(move, "not today")
        return super().play(move)


def stubborn(heap=7, coin=False):
    return Stubborn(whole("heap", heap, 1, 20), 0, heap, coin)


DEFECTS = {
    "none": (SOUND, (attack_texts, attack_options, attack_game)),
    **{f.__name__: (replace(SOUND, from_text=defective(f)), (attack_texts,)) for f in READERS},
    "forgetful": (replace(SOUND, from_text=forgetful), (attack_texts,)),
    "picture": (replace(SOUND, scene=picture), (attack_texts,)),
    "careless": (replace(SOUND, start=careless), (attack_options,)),
    "stubborn": (replace(SOUND, start=stubborn), (attack_game,)),
}


def main():
    worker.KILL_FACTOR, worker.MAX_WALL_SECONDS = 1.0, 12.0
    found = {}
    for name, (game, attacks) in DEFECTS.items():
        with register_game(game):
            sample_pool.cache_clear()
            campaign = Campaign(seed=0)
            cases = 1 if name in LONG else 12
            campaign.run_cases(
                Attack("nim", way.__name__.removeprefix("attack_"), way, 1.0, cases)
                for way in attacks
            )
        found[name] = [finding.to_dict() for finding in campaign.findings.values()]
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()

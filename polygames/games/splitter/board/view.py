"""Splitter's position as a page shows it: placements wait for confirmation."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, cast

from polygames.games.splitter.board import scene as scenes
from polygames.scene.highlights import LAST_MOVE_COLOR
from polygames.view.frame import Choice, scene_to_json
from polygames.view.position_view import PageState, PositionView

if TYPE_CHECKING:
    from polygames.games.splitter.rules import Splitter
    from polygames.scene.model import Scene
    from polygames.view.frame import Spelling

CONFIRM, TAKE_BACK = ("confirm",), ("take back",)
"""The spellings of the two answers to a placement that waits for confirmation."""

ANSWER_LABELS: Final = {CONFIRM: "Confirm", TAKE_BACK: "Take back"}


class SplitterView(PositionView):
    """A position of Splitter, with a large sheet for the viewer.

    A clicked placement is a draft at first: it is shown with its points. Another click on the same
    cell, or *Confirm*, plays it. *Take back* discards it, and another placement replaces it.
    """

    is_same_for_all_seats = False
    draft_prompt = "Tap the same cell again, or Confirm"

    @property
    def _splitter(self) -> Splitter:
        return cast("Splitter", self.state)

    def draw(self) -> Scene:
        """Draw the sheets that the viewer may see, with names; the viewer's sheet is large."""
        return scenes.scene(self._splitter, self.seat, self.names, is_upright=self.is_upright)

    @cached_property
    def last_move_highlight(self) -> Scene:
        """The marks of all placements of the last complete round."""
        node = self.node
        while node.parent is not None and cast("Splitter", node.state).round == (
            self._splitter.round
        ):
            node = node.parent
        return scenes.mark_new_cells(
            cast("Splitter", node.state),
            self._splitter,
            self.seat,
            LAST_MOVE_COLOR,
            is_upright=self.is_upright,
        )

    def buttons(self, page: PageState) -> list[Choice]:
        """Return the buttons that answer a draft; without a draft, those of the position."""
        if page.draft is None:
            return self.choices
        return [Choice(way, label, None) for way, label in ANSWER_LABELS.items()]

    def take_action(self, message: dict[str, Any], page: PageState) -> tuple[Any, PageState]:
        """Return the placement that a message plays, and the page state with its draft."""
        way = message["spelling"] if message["kind"] == "move" else None
        answer = self.answers_by_click(page).get(way) if way else None
        if answer is not None:
            played = page.draft if answer == CONFIRM else None
            return played, page if played is not None else replace(page, draft=None)
        move, page = super().take_action(message, page)
        if move is not None and page.is_confirming:
            return None, replace(page, draft=move, draft_target=message["spelling"][-1])
        return move, page

    def answers_by_click(self, page: PageState) -> dict[Spelling, Spelling]:
        """Return the answer to a draft, `CONFIRM` or `TAKE_BACK`, by the click that gives it."""
        if page.draft is None:
            return {}
        cells = [
            way
            for way in ((cell,) for _, cell in scenes.all_clicks(self._splitter, page.draft))
            if way[0] == page.draft_target or self.moves_by_clicks.get(way) == page.draft
        ]  # in the other cell, the numbers would change places
        return {CONFIRM: CONFIRM, TAKE_BACK: TAKE_BACK, **dict.fromkeys(cells, CONFIRM)}

    def frame(
        self,
        *,
        version: int,
        active: bool,
        page: PageState = PageState(),  # noqa: B008 - it never changes
        is_new: bool = True,
    ) -> dict[str, Any]:
        """Return the data for the client, with the clicks that confirm a draft."""
        sent = super().frame(version=version, active=active, page=page, is_new=is_new)
        if (roll := self._splitter.roll) and roll.is_double:  # the dice are equal: a cell is enough
            sent["moves"] = [each for each in sent["moves"] if len(each["spelling"]) == 1]
            for item in sent["items"]:
                if item["target"] == f"die{roll.high}":
                    item["label"] = f"both dice show {roll.high}: just click a cell"
        if sent["look"] and not page.is_confirming:  # a click plays at once
            if roll and not roll.is_double:  # so its number is chosen first
                sent["moves"] = [each for each in sent["moves"] if len(each["spelling"]) > 1]
            sent["look"] = {"write": {**sent["look"]["write"], "mark": []}}
        return sent if page.draft is None else self._with_draft(sent, page)

    def _with_draft(self, sent: dict[str, Any], page: PageState) -> dict[str, Any]:
        """Return a frame with the draft: its cells, and the clicks that answer it."""
        empty, full = (
            scene_to_json(
                scenes.draw_placement_cells(self._splitter, page.draft, is_written=is_written)
            )
            for is_written in (False, True)
        )
        asked = self.answers_by_click(page)
        moves = [each for each in sent["moves"] if each["spelling"] not in asked]
        for way, answer in asked.items():
            seen = empty if answer == TAKE_BACK else full
            moves.append({"spelling": way, "label": answer[0], "look": seen})
        look = {**sent["look"], "under": empty}
        return {**sent, "moves": moves, "look": look, "escape": TAKE_BACK}

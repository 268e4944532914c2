"""Plots follow the style in use, and PDFs hold letters as TrueType."""

import re
from copy import deepcopy

import matplotlib as mpl
import pytest
from helpers import random_state, record_game
from matplotlib import pyplot as plt
from matplotlib.colors import to_hex

import polygames as pg
from polygames import plots
from polygames.plots.figure import draw_scene, pdf
from polygames.scene.palette import INK

QUIET = {"progress": False}


def tournament():
    return pg.tournament(pg.new("polygon", n=6), ["random", "mobility"], games=2, **QUIET)


TITLED = {
    "values of moves": lambda: plots.move_values(
        pg.analyse(pg.new("polygon", n=5), seconds=0.2, **QUIET)
    ),
    "ratings": lambda: plots.ratings(tournament()),
    "cross table": lambda: plots.cross_table(tournament()),
    "areas": lambda: plots.area_distribution(random_state(1, 9)),
    "scores": lambda: plots.score_curve(record_game("polygon", "A-C", n=6)),
    "puzzle": lambda: plots.puzzle_plot(pg.puzzles("polygon")[0]),
    "review": lambda: plots.review_curve(pg.review(record_game("polygon", "A-C", n=6), **QUIET)),
}


def colors(ax):
    titles = (ax.title, ax._left_title, ax._right_title)
    labels = (ax.xaxis.label, ax.yaxis.label, *titles)
    return {to_hex(each.get_color()) for each in labels if each.get_text()}


@pytest.mark.parametrize("name", TITLED)
def test_titles_and_labels_have_the_text_colour_of_the_style(name):
    with plt.style.context("dark_background"):
        assert colors(TITLED[name]()) == {"#ffffff"}
        plt.close("all")


def test_letters_beside_a_board_have_the_text_colour_and_those_on_it_stay_dark():
    game = pg.game("polygon")
    with plt.style.context("dark_background"):
        ax = draw_scene(game.scene(game.new()))
        assert {to_hex(each.get_color()) for each in ax.texts} == {"#ffffff"}
        state = pg.new("territory", seed=1)
        on_tiles = draw_scene(pg.game("territory").scene(state)).texts
        assert INK in {to_hex(each.get_color()) for each in on_tiles}
        plt.close("all")


def test_labels_beside_small_areas_have_the_text_colour():
    with plt.style.context("dark_background"):
        ax = plots.area_plot(random_state(1, 25))
        beside = [each for each in ax.texts if each.get_path_effects() == []]
        assert {to_hex(each.get_color()) for each in beside} == {"#ffffff"}
        plt.close("all")


def fonts_of(data):
    return {*re.findall(rb"/Subtype /(Type3|CIDFontType2|Type42)", data)}


def test_pdfs_embed_truetype_and_the_users_settings_stay(tmp_path):
    before = deepcopy(dict(mpl.rcParams))
    state = pg.new("polygon", n=5)
    (sheet,) = plots.save_sheet(pg.puzzles("polygon")[:1], tmp_path / "sheet.pdf")
    for data in (pdf(pg.game("polygon").scene(state)), sheet.read_bytes()):
        assert fonts_of(data) == {b"CIDFontType2"}
    assert dict(mpl.rcParams) == before

"""Every value, loss and sum of a review follows exactly from one value for each position."""

from dataclasses import replace
from random import Random

import pytest
from fuzzing.plugs import short_options
from helpers import play_on, record_game
from hypothesis import given, settings
from oracles.review_by_invention import invent_findings
from strategies import UNEVEN_HEXAGON, seeds

import polygames as pg
from polygames.records.node import iter_nodes
from polygames.search.review import Review, annotate, deepening, read_review, reviewing
from polygames.search.review.findings import Finding, findings_of
from polygames.search.review.table import evaluate_positions

GAMES = ("polygon", "splinter", "split", "splitter", "territory")

UNUSUAL_GAMES = [
    ("polygon", {"vertices": UNEVEN_HEXAGON, "claim": True}),
    ("splinter", {"board": ["BwW.", "..b.", "..wb"]}),
    ("split", {"preset": "2026"}),
    ("splitter", {"players": 2}),
    ("splitter", {"players": 12, "pad": "*##* .##."}),
    ("splitter", {"pad": ["*##*"]}),
    ("territory", {"size": 4, "seed": 2, "swap": True}),
    ("territory", {"size": 4, "seed": 2, "solitaire": True}),
    ("territory", {"preset": "literal", "size": 4, "seed": 2}),
]


def add_branches(record, rng, count):
    """Add branches of up to four random moves to a record."""
    end = record.node
    for _ in range(count):
        record.node = rng.choice([record.root, *record.path])
        for _ in range(rng.randint(1, 4)):
            if record.state.outcome is None:
                record.push(record.state.legal_moves.sample(rng), aside=True)
    record.node = end


def random_record(rng, most_plies=80):
    """Return a record of any game, maybe unfinished or with branches."""
    game = rng.choice(GAMES)
    options = short_options(game, rng)
    if game == "splitter":
        options |= {"players": rng.choice((1, 2, 3, 12))}
    record = play_on(record_game(game, **options), rng.random(), rng.randint(1, most_plies))
    add_branches(record, rng, rng.randint(0, 3))
    return record


def nodes_of(record):
    """Return the nodes of a record, the main line first."""
    line = [record.root, *record.root.line]
    return line + [node for node, _ in iter_nodes(record.root) if node not in line]


def check_review(review):
    """Check that all numbers of a review follow from the values of its positions."""
    for each in review.positions:
        for estimate in filter(None, each.estimates):
            assert estimate.low <= estimate.value <= estimate.high
            assert not estimate.proved or estimate.low == estimate.high
    for each in review.moves:
        check_move(each)
    positions = {each.node.number: each for each in review.line_positions}
    for seat in range(review.start.seats):
        known = [(at, each.for_seat(seat)) for at, each in positions.items()]
        assert review.curve(seat) == [(at, each.value) for at, each in known if each is not None]
        own = [each.loss for each in review.moves if each.seat == seat and not each.is_unclear]
        assert review.loss(seat) == sum(own)
        if (skill := review.skill(seat)) is not None:
            parts = review.started[seat], review.luck(seat), skill
            assert sum(parts) == review.reached[seat]
    for each in review.line:
        check_other_seats(review, each)


def check_move(each):
    """Check that the value before a move less its loss is the value after it."""
    assert each.loss >= 0
    assert each.loss == 0 or each.verdict not in {"best", "chance"}
    assert (each.verdict == "best") <= (each.best == each.move)
    if each.best == each.move:
        assert each.loss == 0
    if each.seat == pg.CHANCE:
        return
    before, after = (end.for_seat(each.seat) for end in (each.before, each.next))
    if before is not None and after is not None:
        assert each.value == before.value
        assert each.value - each.loss == each.after == after.value


def check_other_seats(review, each):
    """Check that a move costs only the seat that moves, and a roll gives each seat its luck."""
    lucks = each.lucks or (0,) * review.start.seats
    for seat in range(review.start.seats):
        before, after = (end.for_seat(seat) for end in (each.before, each.next))
        if before is None or after is None:
            continue
        if each.seat == pg.CHANCE and each.lucks:
            assert before.value + lucks[seat] == after.value
        elif each.seat not in {seat, pg.CHANCE} and not review.is_opposed:
            assert before.value == after.value
        elif review.is_opposed and seat != each.seat:
            assert after.value - before.value == each.loss


def check_proofs(positions, findings, truth):
    """Check that all proofs of the searches count, and that nothing else is called proved."""
    known = {id(each.node): each for each in positions}
    # The invented totals of a seat may differ between branches that other seats chose.
    is_exact = all(len(each.node.children) < 2 for each in positions if len(each.estimates) > 1)
    for each in positions:
        for seat, exact in enumerate(truth[id(each.node)]):
            estimate = each.for_seat(seat)
            if estimate is not None and estimate.proved and is_exact:
                assert estimate.value == exact
        finding, mover = findings.get(id(each.node), Finding()), each.node.state.turn
        assert finding.proof is None or each.for_seat(mover).proved
        for child in each.node.children:
            given = finding.played.get(child.move)
            if given is not None and given.proved and id(child) in known:
                assert known[id(child)].for_seat(mover).proved


def check_copies(review, record):
    """Check that the values of a review follow from its findings, and that it is read as stored."""
    positions = tuple(replace(each, is_quick=False) for each in review.positions)
    review = replace(review, positions=positions)
    nodes = [each.node for each in positions]
    again = evaluate_positions(nodes, findings_of(review), review.full_scale)
    assert [values_of(each) for each in again] == [values_of(each) for each in positions]
    for node in nodes_of(record):
        record.annotate(node, annotations={"review": ""})
    annotate(review, record)
    for one in (record, pg.Record.from_text(record.to_text())):
        assert read_review(one) == (review if positions else None)


def values_of(position):
    """Return the value of a position for each seat, and whether it is proved."""
    return [each and (each.value, each.proved) for each in position.estimates]


@settings(max_examples=300)
@given(seeds)
def test_any_findings_give_a_table_without_contradictions(seed):
    rng = Random(seed)
    record = random_record(rng)
    nodes = nodes_of(record)
    findings, scale, truth = invent_findings(nodes, rng)
    unit, *ends, measure, _ = scale
    positions = evaluate_positions(nodes, findings, scale)
    review = Review(record.start, positions, unit, tuple(ends), measure, is_complete=False)
    check_review(review)
    check_proofs(positions, findings, truth)
    check_copies(review, record)


def check_search(record, **options):
    """Check all reviews of a record: while they grow, when they are complete, and later."""
    *growing, complete = reviewing(record, seconds=0.005, progress=False, **options)
    assert complete.is_complete
    for review in (*growing, complete):
        check_review(review)
    if growing:
        part = growing[len(growing) // 2]
        *_, longer = deepening(record, part, seconds=0.01, moves=part.moves[::3], progress=False)
        check_review(longer)
        check_copies(longer, record)
        annotate(complete, record)
        annotate(longer, record)
        check_review(read_review(record))
    check_copies(complete, record)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), UNUSUAL_GAMES)
def test_reviews_of_unusual_games_add_up(game, options):
    record = play_on(record_game(game, **options), 1, 24)
    add_branches(record, Random(1), 2)
    check_search(record, branches=True)


@settings(max_examples=25)
@given(seeds)
def test_reviews_of_random_games_add_up(seed):
    rng = Random(seed)
    check_search(random_record(rng, 12), branches=rng.random() < 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_reviews_of_the_games_of_agents_add_up(game):
    agents = [pg.agent(name, game=game) for name in ("level 1", "random")]
    check_search(play_on(record_game(game), 3, 20, agents), at_once=True)

"""The texts of the printed lessons that are not in the notebooks: rules, reasons, surprises.

The tests compute each number and each claim.
"""

from __future__ import annotations

from typing import Final, NamedTuple

SHORT_RULES: Final = {
    "split": (
        "Red draws a line across the square. Then the other player takes red or blue.",
        "Blue goes next, and you take turns. A line goes through one area, from border to",
        "border, and never into a corner. If both of its ends are on lines of your colour,",
        "you fill one piece, and the other player says which. You can only fill an area",
        "of 5 points or less, and you get all of it. More than 50 points win.",
    ),
    "polygon": (
        "Red joins two corners that are not neighbours. Then you take turns.",
        "Each segment begins where the last one ended. Mark its end with a dot.",
        "It ends at a corner or where a red and a blue segment cross, never at a dot.",
        "It may not end where three segments cross. No two points are joined twice.",
        "If you cannot go on, you lose.",
    ),
    "splinter": (
        "A piece moves one square in any direction and pushes all pieces before it, but none",
        "off the board. Pieces that no longer hang together with a king, by sides or corners,",
        "are taken off. When the kings are apart, the king in the larger group wins.",
        "White begins. If you have no pawns left, you lose. Kings: two coins on top.",
    ),
    "splitter": (
        "Roll two dice. Write the numbers into two mirrored cells. Everybody has the same dice.",
        "In the end a group of cells with one number scores this number, if it has",
        "exactly so many cells: five 5s that touch by sides score 5. A star doubles its group.",
        "Three equal numbers on the hearts give 5 more points.",
    ),
    "territory": (
        "Take turns, Blue first. Claim one tile: write X (Blue) or O (Red) in it. Your first tile",
        "may be anywhere. Later tiles share a side with a tile of yours, or are any tile if no",
        "such tile is free. A tile of n cells counts n times n: for you if it has your colour,",
        "against you if it has the other colour (striped: red), and 0 if it is yellow.",
    ),
}
"""The short rules on the pages, by game; RULES.md of each game has the complete rules."""

CHORDS_RULES: Final = (
    "There are some points on a circle. In your turn, join two points by a chord. Chords may not "
    "cross, and they may not share a point. If you cannot move, you lose."
)


class PrintedLesson(NamedTuple):
    """The texts of a printed lesson; its question and the replies come from the notebook.

    Attributes
    ----------
    rules
        The rules of the game or puzzle.
    surprise, surprise_reason
        An experiment on paper with a surprising result, and the explanation.
    task
        The activity before the question; empty if the notebook's text needs no computer.
    reason
        The reason for the right choice; empty if the notebook's reply has it.
    """

    rules: str
    surprise: str
    surprise_reason: str
    task: str = ""
    reason: str = ""


PRINTED_LESSONS: Final = {
    "01_nim": PrintedLesson(
        rules="There are a few heaps of stones. You and another player take turns. In your turn, "
        "choose one heap. Take as many stones from it as you like, at least one. The player who "
        "takes the last stone wins.",
        task="Play with heaps of 1, 2 and 3 stones, and then with heaps of 2, 2 and 1. Use beans, "
        "or cross out the stones below. Play each start twice, and let a different player begin.",
        surprise="In heaps of 1, 2 and 3 no two are equal, so there is nothing to copy. Do you "
        "want to begin? Play it four times.",
        surprise_reason="No. After each first move, the other player can leave two equal heaps and "
        "nothing else. From then on, copying wins. Example: you take the heap of 1. The other "
        "player takes one stone from the heap of 3, and leaves 2 and 2. Lesson 10 is the second "
        "half of this lesson.",
    ),
    "02_polygon": PrintedLesson(
        rules=" ".join(SHORT_RULES["polygon"]),
        task="Play a game on the hexagon below. Then draw another hexagon by hand, without dents, "
        "with all nine diagonals.",
        reason="Each long diagonal has two corners on either side, so each two of them cross. A "
        "third line runs exactly through the same point only by great luck. So the three points "
        "make a small triangle. It may be too small for your eyes.",
        surprise="Count all points where diagonals cross: first in the hexagon that you drew, then "
        "in the regular one. Which has more?",
        surprise_reason="Yours has 15, and the regular one has 13. Each crossing belongs to four "
        "of the six corners. There are 15 ways to choose four corners. In the regular hexagon "
        "three of the 15 crossings are the same point, the centre.",
    ),
    "02b_last_move": PrintedLesson(
        rules=CHORDS_RULES,
        task="Play in pairs on the circles below. Let a different player begin each time.",
        surprise="Now play with five points. Which first chord wins? Try all of them.",
        surprise_reason="None. With five points every game has exactly two chords, so the second "
        "player always wins. After the first chord three points are left. At least two of them are "
        "on the same side of it, so one more chord fits. Then a single point is left.",
    ),
    "03_split": PrintedLesson(
        rules=" ".join(SHORT_RULES["split"]),
        task="Cut the area of 40 small squares with a ruler, from side to side. The other player "
        "picks the piece that you fill. Count its squares: these are your points. Change places.",
        reason="The other player picks the smaller piece for you. The two pieces are 40 together, "
        "so the smaller one has 20 at most. It has 20 only if you cut exactly in half.",
        surprise="Draw twelve lines in a square. Each line crosses one open area, from border to "
        "border, and never ends in a corner. How many areas do you get? Compare with the others.",
        surprise_reason="Always 13. A new line runs inside one area and cuts it in two. So each "
        "line adds one area, however you draw it.",
    ),
    "03b_first_line": PrintedLesson(
        rules=" ".join(SHORT_RULES["split"]),
        surprise="Write *blue* on twelve cards and *red* on twelve. First the other player sees "
        "your card, and then chooses a colour. Then play it again: the other player chooses a "
        "colour before you draw a card. How often does the other player choose the colour on it?",
        surprise_reason="First always, then in about half of the games. The cards and their "
        "average are the same. Only the order has changed. So the chooser wins because of what "
        "the chooser sees, and the average does not show this.",
    ),
    "04_splinter": PrintedLesson(
        rules=" ".join(SHORT_RULES["splinter"]),
        task="Play with beans or buttons until the kings are apart. If a piece is lost, name the "
        "push that cut it off.",
        reason="Start at any coin, and find the coin that is the most steps away. You can take it: "
        "the shortest ways to the other coins do not need it. Now start at this coin, and find the "
        "coin farthest from it. You can take that one, too. In a long chain only the two ends can "
        "go.",
        surprise="Lay nine coins as a full square, 3 by 3. Corners count. How many coins must you "
        "take away until the rest falls apart? Try two coins first.",
        surprise_reason="Three, such as the middle row. Two are never enough. If you leave the "
        "middle coin, it touches all the others. If you take it, the other eight make a ring. A "
        "ring without one coin is a chain, and a chain is connected.",
    ),
    "05_splitter": PrintedLesson(
        rules=" ".join(SHORT_RULES["splitter"]),
        task="Play five rounds on the pad. Before each roll, point at the two cells that you want "
        "to keep open.",
        reason="Two dice can fall in 36 ways, and all are equally likely. Two ways give 6 and 5: "
        "first 6, then 5, or first 5, then 6. Only one way gives 6 and 6. Take dice of two "
        "colours, and you see the two ways.",
        surprise="Roll two dice, and then roll them again. Do you see a 6 at least once? Bet on "
        "yes or no, and try it twenty times.",
        surprise_reason="Bet on yes. A roll has no 6 in 5 × 5 = 25 of 36 cases. Two rolls have no "
        "6 in 25 × 25 = 625 of 36 × 36 = 1296 cases. This is 48%, so you see a 6 in 52%.",
    ),
    "06_territory": PrintedLesson(
        rules=" ".join(SHORT_RULES["territory"]),
        task="Play in pairs. Write down by how many points Blue wins. Then play again. This time "
        "Blue plays as badly as possible, and Red points at tiles without thinking.",
        reason="Look at Blue's points minus Red's points: the lead. Take a blue tile of value v. "
        "If Blue claims it, Blue gains v. If Red claims it, Red loses v. Both times the lead grows "
        "by v. In the same way a red tile makes the lead smaller. A yellow tile does not change "
        "it. At the end all tiles are claimed. So the lead is the value of the blue tiles minus "
        "the value of the red tiles: 31 − 22 = 9, in every game.",
        surprise="Change one rule: a tile of the other colour costs only half of its value. Is the "
        "lead still 9 in every game? Which tile should Blue claim first?",
        surprise_reason="No. A blue tile of value v changes the lead by v if Blue claims it, and "
        "by only half of v if Red claims it. Now choices count. Blue's best first tile is red: the "
        "tile of three cells in the upper row. It costs 4.5 points, but then Red cannot have it, "
        "and its place is good. If both players then play their best, Blue wins by 7: a search of "
        "all games proves it.",
    ),
    "07_arena": PrintedLesson(
        rules="Each player tosses a coin ten times, and counts the heads. The player with more "
        "heads is called the better tosser.",
        task="Work in pairs. Write your tosses into the table: H for heads, T for tails. Collect "
        "the results of the class.",
        surprise="The best tosser of the class tosses ten times more. Guess the number of heads.",
        surprise_reason="About five, as for everybody. We chose this player because of the first "
        "result, so the first result had good luck in it. The coin does not remember the luck. If "
        "you choose the best of many, its result promises too much: the winner's curse.",
    ),
    "08_game": PrintedLesson(
        rules="The game is called Chomp. In your turn, choose a square of the bar and bite it off, "
        "together with all squares to the right of it, below it, or both. The upper left square "
        "is poison (X). If you must eat it, you lose.",
        task="Play in pairs on the bars, 4 wide and 3 high: cross out the squares. Let a different "
        "player begin each time.",
        surprise="If nobody makes a mistake, the first player wins on every bar with more than one "
        "square. But nobody knows a rule for the first bite. Find it for the bar of 4 by 3.",
        surprise_reason="Suppose that you bite off only the lower right corner, and the other "
        "player has a winning answer. This answer takes the corner, too. So you could have made it "
        "as your first bite. One of the two bites wins. On the bar of 4 by 3, only one first bite "
        "wins: the third square of the second row, with all to the right and below.",
    ),
    "09_tree": PrintedLesson(
        rules="Behind each door there are ways home, and dead ends. You send 100 friends through "
        "each door. They walk blindly: at each crossing chance decides. Count those who arrive.",
        reason="It depends on the worst way at the crossing. The mean of the blind walkers does "
        "not show it. You must let the enemy choose the worst way, and then compare.",
        surprise="Draw the crossing of the enemy in two ways. In the first drawing it has two "
        "ways: 90 of 100 walkers arrive on one, and 70 of 100 on the other. In the second drawing "
        "it has five ways: on four of them everybody arrives, on one of them nobody. Choose a door "
        "for each.",
        surprise_reason="In both drawings the mean of the blind walkers is 80. But the enemy takes "
        "the worst way. So 70 of 100 arrive in the first drawing, and nobody in the second. The "
        "other door has 60. You take the first door in one case, and the second in the other.",
    ),
    "10_sums": PrintedLesson(
        rules=CHORDS_RULES + " If there are several circles, draw your chord in one of them.",
        task="Play in pairs: on four points, on five, and on six. Let a different player begin "
        "each time.",
        surprise="With one circle of six points, the player who begins can win: the first chord "
        "runs through the middle. Now take two such circles. Do you still want to begin?",
        surprise_reason="No. The other player copies each of your chords in the other circle. So "
        "two games that you win make one game that you lose. Lesson 10 gives each game a number, "
        "and these numbers can be added. It is the second half of lesson 01.",
    ),
    "11_sharing": PrintedLesson(
        rules="The strip is a cake with six pictures. Each of you has twelve points. Give them to "
        "the pictures, in secret: more points for a picture that you like more. To you, a piece is "
        "worth the points that you gave to its pictures. You may cut through a picture.",
        task="Work in pairs. Write your points on your own strip. Then one of you cuts the cake, "
        "and the other chooses a piece. Change places.",
        surprise="Cut so that both pieces are worth 6 to you. Add your points on your piece and "
        "the other player's points on the other piece. Is the sum more than 12?",
        surprise_reason="It is 12 or more. The cutter gets exactly 6. The chooser takes the better "
        "piece, so it is worth 6 or more to the chooser. It is more than 6 if the chooser's taste "
        "makes the pieces unequal. The worth is not in the cake: each of you has another measure.",
    ),
    "13_halving": PrintedLesson(
        rules="The board of Split is a square of 10 by 10 small squares. A straight line cuts it "
        "into two pieces. If both have the same area, 50, it is a halving line.",
        task="Draw halving lines with a ruler, from five places on the border. Count squares to "
        "check them. Look where the lines cross.",
        surprise="All halving lines of the square run through its centre. Cut a triangle out of "
        "cardboard, and find the point where it balances on a pin. Draw a line through this point, "
        "parallel to a side. Is it a halving line?",
        surprise_reason="No. The line cuts off a smaller triangle. Its sides are two thirds as "
        "long, so its area is 2/3 · 2/3 = 4/9 of the whole. This is less than a half. The square "
        "is different: half a turn around its centre exchanges the two pieces of each line through "
        "the centre. No turn does this for a triangle.",
    ),
    "14_crowd": PrintedLesson(
        rules="Each square of a field is a piece (dark) or a gap (white). Two pieces are connected "
        "if their squares share a side.",
        task="Follow the connected pieces with a pencil in each field, beginning at the left side.",
        surprise="Toss a coin for each square of an empty field, and colour the pieces. Look for a "
        "way of pieces from left to right, by sides. Then look for a way of gaps from top to "
        "bottom, by sides or corners. How many of the two ways do you find?",
        surprise_reason="Always exactly one. A way of gaps is a wall, and pieces cannot get "
        "through it. So there are never two. Now take all pieces that you can reach from the left "
        "side. If they do not reach the right side, gaps line their edge. These gaps touch at "
        "sides or corners, and they make a wall from top to bottom.",
    ),
    "15_hot": PrintedLesson(
        rules="Some tiles are on the table, each with its points. Two players take turns, and take "
        "one tile each time. Both may take every tile. Play until no tile is left. Your turn is "
        "worth your points minus the other player's, if both play well.",
        task="Play with the tiles 9 and 1, and then with 16, 9 and 9. Cross out the tiles below, "
        "or write the numbers on cards.",
        surprise="Add a tile of 9 to the two tiles of 64. How much is your turn worth now?",
        surprise_reason="9, as if the large tiles were not there. You take 64, the other player "
        "takes 64, and you take 9. If you take the 9 first, each of you gets one 64. Two equal "
        "tiles cancel, however large they are.",
    ),
    "16_cycle": PrintedLesson(
        rules="The table shows the six sides of three dice. One of you takes a die. The other "
        "takes one of the two dice that are left. Both throw. The higher number gets a point.",
        task="Write the numbers on six cards for each die, and draw a card for each throw. Throw "
        "twenty times. Play with each pair of dice.",
        reason="A beats B in 21 of 36 cases, B beats C in 21 of 36, and C beats A in 25 of 36. So "
        "for each die there is another die that beats it. The second player takes that one.",
        surprise="Now each player throws the same die twice, and adds the two numbers. Does A "
        "still beat B?",
        surprise_reason="No, the circle turns around. B beats A in 765 of 1296 cases, C beats B in "
        "765, and A beats C in 671. With one throw, the 3 of A beats the 2 of B. With two throws, "
        "A mostly has 3 + 3 = 6. B has 2 + 5 = 7 or more in three of four cases.",
    ),
    "17_value": PrintedLesson(
        rules=" ".join(SHORT_RULES["splitter"][:3])
        + " This small pad has five pairs of mirrored cells, so a game has five rolls. The two "
        "stars are one pair.",
        task="Play three games with two dice.",
        reason="Nobody told these ten to keep the stars. Perhaps they had a good start, and did "
        "not need the stars yet. To find out, toss a coin before each game: heads keeps the stars "
        "for two rolls, tails uses them at once. Then only chance makes the other differences.",
        surprise="Throw a red die and a white die many times. Write down only throws with a sum of "
        "8 or more. Take the throws with a red 6, and the throws with a red 3. Which have the "
        "larger white numbers? (You can also list all throws.)",
        surprise_reason="The throws with a red 3. Their white mean is 5.5, and with a red 6 it is "
        "4. The dice know nothing of each other. But you chose the throws by their sum: a red 3 "
        "needs a white 5 or 6, and for a red 6 a white 2 is enough. Your choice made the "
        "connection.",
    ),
    "18_referee": PrintedLesson(
        rules=" ".join(SHORT_RULES["polygon"]),
        task="Play the hexagon twice, in pairs. Red begins with A-D: from corner A to corner D.",
        surprise="Here is a proof that Red wins. Red plays only what is on the list. Blue tries "
        "everything. (2x5 is the point where segments 2 and 5 cross. Number the segments.)",
        surprise_reason="The list has an answer to every move of Blue. Check this, and you know "
        "that Red wins, without any other game. There are 20 positions to check. All games "
        "together have 1783.",
    ),
}
"""The texts of each printed lesson, by the name of its notebook."""

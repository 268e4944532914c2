"""The options of a game: each is one field, with its default, its limits and its words.

The check of a value, the form for a new game, the help and the documentation use these fields.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cache, partial, wraps
from inspect import cleandoc, signature
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, TypeVar

from polygames.core.errors import OptionError
from polygames.core.options import (
    check_choice,
    check_flag,
    check_number,
    option_label,
    range_text,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

P = ParamSpec("P")
O = TypeVar("O", bound="GameOptions")  # noqa: E741 - options
S = TypeVar("S")


@dataclass(frozen=True)
class Option:
    """An option of a game: its default, its check, and the words of forms and of the help."""

    name: str
    default: Any

    label: str = ""
    """The name of the option for people; empty if the game has no words for it."""

    help: str = ""
    """One line of explanation."""

    value_names: Mapping[Any, str] = field(default_factory=dict)
    """The names of the values that the form offers, if there are few."""

    is_advanced: bool = True
    """Whether the form shows it only on demand."""

    limits: str = ""
    """The range of a number as text, if `help` does not have it."""

    doc: str = ""
    """The documentation, if it is not made of the words for people."""

    check: Callable[[str, Any], Any] | None = None
    """Return the plain value; raise OptionError, naming the option by the first argument."""

    @property
    def title(self) -> str:
        """The name of the option for people, by default its name in Python."""
        return self.label or self.name.replace("_", " ").capitalize()

    @property
    def description(self) -> str:
        """The words about the option and its values, for the documentation."""
        if self.doc:
            return self.doc
        is_flag = isinstance(self.default, bool)
        title = f"{self.label}." if self.label and not (is_flag and self.value_names) else ""
        limits = self.limits and f"A number {self.limits}."
        values = [f"``{value!r}``: {text}." for value, text in self.value_names.items()]
        is_listed = is_flag or isinstance(self.default, str)
        return " ".join(filter(None, [title, self.help, limits, *values * is_listed]))


def option(
    default: Any,
    label: str = "",
    help: str = "",  # noqa: A002 - as in a form
    value_names: Mapping[Any, str] | None = None,
    *,
    low: float = -inf,
    high: float = inf,
    check: Callable[[str, Any], Any] | None = None,
    is_advanced: bool = True,
    doc: str = "",
) -> Any:
    """Return a field of `GameOptions`.

    Parameters
    ----------
    default
        The default. Its type gives the check, if there is no other: a flag, a whole number or a
        number in a range, or one of the values in `value_names`.
    label, help, value_names, is_advanced, doc
        The words and the place in the form; see `Option`. `help` may contain ``{low}`` and
        ``{high}``.
    low, high
        The range of a number.
    check
        A function of the option's name for messages and of a value. It returns the plain value or
        raises OptionError.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Options(GameOptions, game="chess"):
    ...     size: int = option(8, "Size", "Up to {high} squares.", low=4, high=26)
    >>> describe_options(Options)["size"].help
    'Up to 26 squares.'
    """
    names = value_names or {}
    if check is None:
        match default:
            case bool():
                check = check_flag
            case int():
                check = partial(whole, low=low, high=high)
            case float():
                check = partial(check_number, low=low, high=high)
            case str():
                check = partial(check_choice, allowed=tuple(names))
    about = help.format(low=low, high=high)
    limits = range_text(low, high) if about == help else ""
    described = Option("", default, label, about, names, is_advanced, limits, doc, check)
    return field(default=default, metadata={"option": described})


class GameOptions:
    """The base class of the options of a game: a frozen dataclass of fields made by `option`.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Options(GameOptions, game="chess"):
    ...     size: int = option(8, "Size", low=4, high=26)
    >>> Options(size=99)
    Traceback (most recent call last):
    ...
    polygames.core.errors.OptionError: the option size of chess must be a whole number from 4...
    """

    game: ClassVar[str]

    def __init_subclass__(cls, game: str = "") -> None:
        """Set the game, which messages name."""
        if game:
            cls.game = game

    def __post_init__(self) -> None:
        """Check every option, then all of them together; raise OptionError."""
        for each in describe_options(type(self)).values():
            if each.check is not None:
                object.__setattr__(self, each.name, self._checked_value(each))
        self.check()

    def _checked_value(self, option: Option) -> Any:
        """Return the checked value of an option; an error also has the title of the option."""
        label = option_label(self.game, option.name)
        try:
            return option.check and option.check(label, getattr(self, option.name))
        except OptionError as error:
            if str(error).startswith(label):
                error.short = f"{option.title}{str(error).removeprefix(label)}."
            raise

    def check(self) -> None:
        """Raise OptionError if the options do not fit together.

        Examples
        --------
        >>> pg.new("split", fill_limit=1, min_area=2)
        Traceback (most recent call last):
        ...
        polygames.core.errors.OptionError: the options of split must have 0 < 2 * min_area <= ...
        """

    def select(self, kind: type[O]) -> O:
        """Return the options that are fields of a base class.

        Examples
        --------
        >>> from polygames.games.splinter.rules import Options, StartOptions
        >>> StartOptions(board=["Wwb", "..B"], edge="remove").select(Options)
        Options(first='white', edge='remove', no_return=False, max_plies=500)
        """
        return kind(**{each.name: getattr(self, each.name) for each in fields(kind)})  # type: ignore[arg-type]  # a dataclass


def describe_options(kind: Any) -> Mapping[str, Option]:
    """Return the options of a class by name."""
    return _describe_fields(kind)


@cache
def _describe_fields(kind: Any) -> Mapping[str, Option]:
    named = {each.name: replace(each.metadata["option"], name=each.name) for each in fields(kind)}
    return MappingProxyType(named)


def with_options(kind: Callable[P, O]) -> Callable[[Callable[[O], S]], Callable[P, S]]:
    """Decorate the function `new` of a game, to take the options of a class by name.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Options(GameOptions, game="chess"):
    ...     size: int = option(8, "Size", low=4, high=26)
    >>> @with_options(Options)
    ... def new(options):
    ...     return options.size
    >>> new(), new(size=9)
    (8, 9)
    """

    def decorate(start: Callable[[O], S]) -> Callable[P, S]:
        @wraps(start)
        def new(*args: P.args, **kwargs: P.kwargs) -> S:
            return start(kind(*args, **kwargs))

        made: Any = new
        made.options = describe_options(kind)
        made.__signature__ = signature(kind).replace(
            return_annotation=signature(start).return_annotation
        )
        made.__doc__ = _with_options_section(cleandoc(start.__doc__ or ""), made.options)
        return new

    return decorate


def _with_options_section(text: str, options: Mapping[str, Option]) -> str:
    """Return the docstring of `new` with a section about the options."""
    first, _, rest = text.partition("\n\n")
    about = "".join(f"{name}\n    {each.description}\n" for name, each in options.items())
    return f"{first}\n\nParameters\n----------\n{about}\n{rest}"


def find_options(new: Callable[..., Any]) -> Mapping[str, Option]:
    """Return the options of the function `new` of a game, from its fields or its parameters."""
    described: Mapping[str, Option] = getattr(new, "options", {})
    parameters = signature(new).parameters.values()
    return described or {each.name: Option(each.name, each.default) for each in parameters}

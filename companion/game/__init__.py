"""What a game is: its seats, what it awaits, its events, what everybody may see, and the contract of them all."""

from companion.game.awaiting import Awaited, Bids, Phase
from companion.game.contract import Answer, Game, Header, Shuffle
from companion.game.errors import GameError, HeaderError, RuleError, refuse
from companion.game.forms import EVEN_SO, Choice, Field, Form, chosen_number
from companion.game.look import Asked, Doubt, Proposal, is_said, questioned, unsure
from companion.game.manifest import Manifest, Mat
from companion.game.noted import noted_colours, noted_seat
from companion.game.seats import Seats, check_players, same_name
from companion.game.standings import Standing, explained, ranked
from companion.game.teaching import EachFace
from companion.game.view import Block, Cell, Chapter, Part, Result, Reveal, View
from web.faces import Tint

__all__ = [
    "EVEN_SO",
    "Answer",
    "Asked",
    "Awaited",
    "Bids",
    "Block",
    "Cell",
    "Chapter",
    "Choice",
    "Doubt",
    "EachFace",
    "Field",
    "Form",
    "Game",
    "GameError",
    "Header",
    "HeaderError",
    "Manifest",
    "Mat",
    "Part",
    "Phase",
    "Proposal",
    "Result",
    "Reveal",
    "RuleError",
    "Seats",
    "Shuffle",
    "Standing",
    "Tint",
    "View",
    "check_players",
    "chosen_number",
    "explained",
    "is_said",
    "noted_colours",
    "noted_seat",
    "questioned",
    "ranked",
    "refuse",
    "same_name",
    "unsure",
]

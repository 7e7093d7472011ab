"""Mutants: where a module can be changed by one small fault, and its source with that fault in it.

The faults are the usual ones (Offutt et al., "An Experimental Determination of Sufficient Mutant Operators", 1996, and
what deletes a statement): a comparison, an operator, a connective or a number is another, a condition is turned round,
a value is not returned, a statement is left out. What only people read (docstrings, messages, logs), annotations and
decorators are left alone.
"""

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.MatMult: ast.Add,
}
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
_SPOKEN = {"say", "say_count", "refuse", "debug", "info", "warning", "error", "exception"}

Change = Callable[[ast.AST], None]


@dataclass(frozen=True)
class Fault:
    """One change: the line it is on, what it does, the number of its node among all of the module, and how."""

    line: int
    what: str
    node: int
    change: Change


def faults(source: str) -> list[Fault]:
    """Return every fault that can be planted in a module."""
    tree = ast.parse(source)
    left_alone = set(_unheard(tree))
    return [
        Fault(node.lineno, what, number, change)
        for number, node in enumerate(ast.walk(tree))
        if isinstance(node, ast.expr | ast.stmt) and id(node) not in left_alone
        for what, change in _changes(node)
    ]


def planted(source: str, fault: Fault) -> str:
    """Return the module's source with a fault in it."""
    tree = ast.parse(source)
    fault.change(list(ast.walk(tree))[fault.node])
    return ast.unparse(ast.fix_missing_locations(tree))


def _unheard(tree: ast.Module) -> Iterator[int]:
    """Yield the ids of the nodes that are left alone."""
    for node in ast.walk(tree):
        apart: list[ast.AST | None] = []
        match node:
            case ast.Import() | ast.ImportFrom():
                apart = [node]
            case ast.FunctionDef():
                apart = [*node.decorator_list, node.returns, *(a.annotation for a in _arguments(node.args))]
            case ast.ClassDef():
                apart = [*node.decorator_list]
            case ast.AnnAssign():
                apart = [node.annotation] + ([node.target] if node.value is None else [])
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _SPOKEN:
                apart = [node]
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))) if name in _SPOKEN:
                apart = [node]
            case ast.Expr(value=ast.Constant(value=str())):
                apart = [node]
        for part in apart:
            if part is not None:
                yield from (id(each) for each in ast.walk(part))


def _arguments(given: ast.arguments) -> list[ast.arg]:
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *(a for a in (given.vararg, given.kwarg) if a)]


def _changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in _COMPARED:
            other = _COMPARED[type(op)]
            yield f"{type(op).__name__} → {other.__name__}", _set("ops", [other()])
        case ast.BinOp(op=op) if type(op) in _RECKONED and not _is_text(node):
            into = _RECKONED[type(op)]
            yield f"{type(op).__name__} → {into.__name__}", _set("op", into())
        case ast.BoolOp(op=op):
            turned = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield f"{type(op).__name__} → {type(turned).__name__}", _set("op", turned)
        case ast.UnaryOp(op=ast.USub()):
            yield "-x → x", _set("op", ast.UAdd())
        case ast.Constant(value=bool() as value):
            yield f"{value} → {not value}", _set("value", not value)
        case ast.Constant(value=int() | float() as value):
            yield f"{value} → {value + 1}", _set("value", value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in _CALLED:
            yield f"{name} → {_CALLED[name]}", _set("func", ast.Name(_CALLED[name], ast.Load()))
        case ast.If() | ast.IfExp() | ast.While():
            yield "if → if not", _turned_round
        case ast.Return(value=value) if value is not None and not _is_none(value):
            yield "return None", _set("value", ast.Constant(None))
        case ast.AugAssign() | ast.Raise():
            yield "left out", _left_out
        case ast.Expr(value=ast.Call()):
            yield "left out", _left_out


def _set(field: str, value: object) -> Change:
    return lambda found: setattr(found, field, copy.deepcopy(value))


def _turned_round(found: ast.AST) -> None:
    """Make a condition its opposite."""
    assert isinstance(found, ast.If | ast.IfExp | ast.While)
    found.test = ast.UnaryOp(ast.Not(), found.test)


def _left_out(found: ast.AST) -> None:
    """Make a statement one that does nothing."""
    nothing = ast.copy_location(ast.Pass(), found)
    found.__class__ = ast.Pass
    found.__dict__.clear()
    found.__dict__.update(nothing.__dict__)


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in (node.left, node.right))


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None

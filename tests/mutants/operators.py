"""The mistakes that are planted: small changes of one function, found by its syntax."""

import ast
import copy
import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

HERE = "_HERE_"  # stands in a statement where the mistake is
NOT_NUMBERS = ("range", "min", "max", "len", "isinstance", "zip", "getattr", "setattr")
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
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
SELF_NEGATED = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
REACHED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
NO_RULE = (ast.Raise, ast.Assert, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal)


@dataclass(frozen=True)
class Mutant:
    """One mistake in one function.

    Attributes
    ----------
    file
        The source, from the root of the checkout.
    function
        Its name; of a method, ``Class.name``.
    text
        The statement, with ``<<what stands there -> the mistake>>`` in its place.
    kind
        Of mistake: comparison, arithmetic, constant, member ...
    lines
        First and last line of what was changed.
    whole : ast.FunctionDef
        The function without the mistake.
    change
        The mistake.
    """

    file: str
    function: str
    text: str
    kind: str
    lines: tuple[int, int]
    whole: ast.FunctionDef
    change: "Change"

    @property
    def key(self) -> str:
        """What names the mutant for good, wherever its line moves."""
        return f"{self.file} {self.function}: {self.text}"

    def tree(self) -> ast.Module:
        """Return the function alone, with the mistake."""
        function = copy.deepcopy(_replaced(self.whole, self.change.node, self.change.other))
        assert isinstance(function, ast.FunctionDef)
        function.decorator_list = []
        return ast.fix_missing_locations(ast.Module([function], []))


@dataclass(frozen=True)
class Change:
    """Another node, or None for leaving the statement out, in the place of a node."""

    kind: str
    statement: ast.stmt | ast.match_case
    node: ast.AST
    other: ast.AST | None


def mutants_of(source: str, file: str, names: Mapping[str, object]) -> list[Mutant]:
    """Return every mistake that the functions of a source can have.

    Parameters
    ----------
    source, file
        The text of a module, and its path for the keys.
    names
        What the module's names stand for, so that members of enums and whole numbers are known.
    """
    found: dict[str, Mutant] = {}
    for name, function in functions_of(ast.parse(source)):
        for change in _Function(function, names).changes():
            text = _text_of(change)
            count = 1
            while (key := f"{name}: {text}{f' #{count}' if count > 1 else ''}") in found:
                count += 1  # the same statement twice
            first = getattr(change.node, "lineno", 0)
            lines = (first, getattr(change.node, "end_lineno", first))
            text = key.removeprefix(f"{name}: ")
            found[key] = Mutant(file, name, text, change.kind, lines, function, change)
    return list(found.values())


def functions_of(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions of a module and the methods of its classes, with their names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield f"{node.name}.{part.name}", part


class _Function:
    """A function, and what is known of the names in it."""

    def __init__(self, function: ast.FunctionDef, names: Mapping[str, object]) -> None:
        self.function = function
        self.names = names
        self.returns = ast.unparse(function.returns) if function.returns else ""
        arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        self.bound = {each.arg for each in arguments}  # before the statement looked at
        self.numbers = {
            each.arg
            for each in arguments
            if each.annotation and ast.unparse(each.annotation) in ("int", "bool", "float")
        }
        for node in ast.walk(function):
            if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
                if isinstance(node.iter, ast.Call) and _name(node.iter.func) == "range":
                    self.numbers.add(node.target.id)
            elif (
                isinstance(node, ast.Assign)
                and isinstance(node.targets[0], ast.Name)
                and (
                    isinstance(node.value, ast.BinOp | ast.Constant)
                    or (isinstance(node.value, ast.Call) and _name(node.value.func) == "wide")
                )
            ):
                self.numbers.add(node.targets[0].id)

    def changes(self) -> Iterator[Change]:
        """Yield every change of the function."""
        body = self.function.body
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:]
        yield from self.of_block(body, nested=False)

    def of_block(self, block: list[ast.stmt], nested: bool) -> Iterator[Change]:
        """Yield the changes of the statements of a block, one after the other."""
        for statement in block:
            if isinstance(statement, NO_RULE):
                continue
            yield from self.of_statement(statement, nested)
            if isinstance(statement, ast.Assign):
                for target in statement.targets:
                    self.bound |= _names(target)
            for part in ("body", "orelse", "finalbody"):
                yield from self.of_block(getattr(statement, part, []), nested=True)
            for case in getattr(statement, "cases", []):
                for node in ast.walk(case.pattern):
                    yield from self.of_expression(case, node)
                if case.guard:
                    yield from self.of_condition(case, case.guard)
                yield from self.of_block(case.body, nested=True)

    def of_statement(self, statement: ast.stmt, nested: bool) -> Iterator[Change]:
        """Yield what can be wrong with the statement itself, then with what it says."""
        match statement:
            case ast.Expr(value=ast.Call()) | ast.Continue() | ast.Break():
                yield Change("left out", statement, statement, None)
            case ast.Assign(targets=targets):
                new = set().union(*(_names(target) for target in targets)) - self.bound
                if not new:
                    yield Change("left out", statement, statement, None)
            case ast.AugAssign():
                yield Change("left out", statement, statement, None)
                if other := REACHED.get(type(statement.op)):
                    changed = ast.AugAssign(statement.target, other(), statement.value)
                    yield Change("arithmetic", statement, statement, changed)
            case ast.Return(value=None):
                if nested:
                    yield Change("left out", statement, statement, None)
            case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
                for constant in {"bool": (True, False), "int": (0,)}.get(self.returns, ()):
                    yield Change("returned", statement, value, ast.Constant(constant))
            case ast.If(test=test) | ast.While(test=test):
                yield from self.of_condition(statement, test)
        for field, part in ast.iter_fields(statement):
            if field in (*BLOCKS, "decorator_list", "args", "returns", "annotation"):
                continue
            for root in part if isinstance(part, list) else [part]:
                if isinstance(root, ast.AST):
                    for node in ast.walk(root):
                        yield from self.of_expression(statement, node)

    def of_condition(
        self, statement: ast.stmt | ast.match_case, test: ast.expr
    ) -> Iterator[Change]:
        """Yield the condition turned round, where its own operator does not do that already."""
        if isinstance(test, ast.Constant) or _is_not(test):
            return
        if not (isinstance(test, ast.Compare) and isinstance(test.ops[0], SELF_NEGATED)):
            yield Change("condition", statement, test, ast.UnaryOp(ast.Not(), test))

    def of_expression(
        self, statement: ast.stmt | ast.match_case, node: ast.AST
    ) -> Iterator[Change]:
        """Yield what can be wrong with one node of an expression."""
        match node:
            case ast.Compare(left, ops, right):
                for i, op in enumerate(ops):
                    others = [*ops[:i], COMPARED[type(op)](), *ops[i + 1 :]]
                    yield Change("comparison", statement, node, ast.Compare(left, others, right))
            case ast.BoolOp(op, values):
                other = ast.Or() if isinstance(op, ast.And) else ast.And()
                yield Change("and, or", statement, node, ast.BoolOp(other, values))
            case ast.BinOp(left, op, right) if type(op) in REACHED and not _is_text(node):
                kind = "and, or" if isinstance(op, ast.BitAnd | ast.BitOr) else "arithmetic"
                changed = ast.BinOp(left, REACHED[type(op)](), right)
                yield Change(kind, statement, node, changed)
            case ast.UnaryOp(ast.Not() | ast.Invert(), operand):
                yield Change("condition", statement, node, operand)
            case ast.IfExp(test=test):
                yield from self.of_condition(statement, test)
            case ast.Constant(value=bool(value)):
                yield Change("constant", statement, node, ast.Constant(not value))
            case ast.Constant(value=int(value)):
                for number in (value + 1, value - 1) if value else (1,):
                    yield Change("constant", statement, node, ast.Constant(number))
            case ast.Name(id=name, ctx=ast.Load()):
                if name.isupper() and type(self.names.get(name)) is int:
                    more = ast.BinOp(ast.Name(name, ast.Load()), ast.Add(), ast.Constant(1))
                    yield Change("constant", statement, node, more)
            case ast.Attribute(value=ast.Name(id=name), attr=member):
                if (other_member := self.next_member(name, member)) is not None:
                    other_node = ast.Attribute(ast.Name(name, ast.Load()), other_member, ast.Load())
                    yield Change("member", statement, node, other_node)
            case ast.Call():
                yield from self.of_call(statement, node)

    def of_call(self, statement: ast.stmt | ast.match_case, call: ast.Call) -> Iterator[Change]:
        """Yield what can be wrong with a call: its bounds, its arguments, the function itself."""
        called = _name(call.func)
        if called in CALLED:
            other = ast.Call(ast.Name(CALLED[called], ast.Load()), call.args, call.keywords)
            yield Change("min, max", statement, call, other)
        if called == "range" and not any(isinstance(each, ast.Starred) for each in call.args):
            one = ast.Constant(1)
            first, (end, *step) = call.args[:-1][:1], call.args[len(call.args) > 1 :]
            if not first:
                yield Change("range", statement, call, _called(call, [one, end]))
            elif not isinstance(first[0], ast.Constant):  # else the constant is changed already
                later = [ast.BinOp(first[0], ast.Add(), one), end, *step]
                yield Change("range", statement, call, _called(call, later))
            if not isinstance(end, ast.Constant):
                sooner = [*first, ast.BinOp(end, ast.Sub(), one), *step]
                yield Change("range", statement, call, _called(call, sooner))
        if called in NOT_NUMBERS:
            return
        for i, (one_arg, two_arg) in enumerate(zip(call.args, call.args[1:], strict=False)):
            if (
                self.is_number(one_arg)
                and self.is_number(two_arg)
                and ast.dump(one_arg) != ast.dump(two_arg)
            ):
                swapped = [*call.args[:i], two_arg, one_arg, *call.args[i + 2 :]]
                yield Change("arguments", statement, call, _called(call, swapped))

    def is_number(self, node: ast.expr) -> bool:
        """Tell whether an argument is sure to be a number."""
        match node:
            case ast.Name(id=name):
                return name in self.numbers or type(self.names.get(name)) is int
            case ast.Constant(value=value):
                return isinstance(value, int)
            case ast.BinOp():
                return True
            case ast.Call(func=func):
                return _name(func) == "wide"
            case ast.Attribute(value=ast.Name(id=name), attr=member):
                return self.next_member(name, member) is not None or name == "state"
        return False

    def next_member(self, name: str, member: str) -> str | None:
        """Return the member after this one of an enum, the first after the last."""
        members = self.names.get(name)
        if not (isinstance(members, type) and issubclass(members, enum.Enum)):
            return None
        all_names = list(members.__members__)
        if member not in all_names or len(all_names) == 1:
            return None
        return all_names[(all_names.index(member) + 1) % len(all_names)]


def _text_of(change: Change) -> str:
    """Return the statement with the mistake marked in its place."""
    before = _told(change.node)
    after = "nothing" if change.other is None else _told(change.other)
    if change.node is change.statement:
        return f"<<{before} -> {after}>>"
    statement = _replaced(_head(change.statement), change.node, ast.Name(HERE, ast.Load()))
    return _told(statement).replace(HERE, f"<<{before} -> {after}>>")


def _head(statement: ast.stmt | ast.match_case) -> ast.stmt | ast.match_case:
    """Return a statement without the blocks that hang on it."""
    if not hasattr(statement, "body"):
        return statement
    fields = {field: [] if field in BLOCKS else part for field, part in ast.iter_fields(statement)}
    head = type(statement)(**fields | {"body": [ast.Pass()]})
    return ast.copy_location(head, statement)


def _replaced(root: ast.AST, node: ast.AST, other: ast.AST | None) -> ast.AST:
    """Return a copy of a tree with another node, or ``pass``, in the place of one."""
    if root is node:
        return ast.copy_location(other if other is not None else ast.Pass(), node)
    fields: dict[str, Any] = {}
    for field, part in ast.iter_fields(root):
        if isinstance(part, list):
            fields[field] = [
                _replaced(each, node, other) if isinstance(each, ast.AST) else each for each in part
            ]
        elif isinstance(part, ast.AST):
            fields[field] = _replaced(part, node, other)
        else:
            fields[field] = part
    made = type(root)(**fields)
    return ast.copy_location(made, root) if hasattr(root, "lineno") else made


def _told(node: ast.AST) -> str:
    """Return the code of a node; of a statement with a block, its head alone."""
    if isinstance(node, ast.match_case):
        guard = f" if {ast.unparse(node.guard)}" if node.guard else ""
        return f"case {ast.unparse(node.pattern)}{guard}:"
    text = ast.unparse(node)
    return text.split("\n")[0] if isinstance(node, ast.stmt) else text


def _called(call: ast.Call, arguments: list[ast.expr]) -> ast.Call:
    return ast.Call(call.func, arguments, call.keywords)


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _names(target: ast.expr) -> set[str]:
    """Return the names that an assignment binds."""
    return {
        node.id
        for node in ast.walk(target)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _is_not(test: ast.expr) -> bool:
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def _is_text(node: ast.BinOp) -> bool:
    """Tell whether what is added is text."""
    return any(
        isinstance(each, ast.JoinedStr)
        or (isinstance(each, ast.Constant) and isinstance(each.value, str))
        for each in ast.walk(node)
    )

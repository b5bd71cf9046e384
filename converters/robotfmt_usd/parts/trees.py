"""Trees: the bodies that joints connect, with a root, each joint from parent to child."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field

from robotfmt.model.record import replace
from robotfmt.model.renaming import free_name

from ..codes import CYCLE, EXCLUDED, NAME_TAKEN, REVERSED
from .bodies import Bodies
from .joints import Connection

ROOT = "PhysicsArticulationRootAPI"


@dataclass(slots=True)
class Tree:
    """Bodies that joints connect."""

    bodies: list[str]
    root: str
    """The path of the root body."""
    base: Connection | None = None
    """The joint that binds the root to the world."""
    joints: list[tuple[Connection, int]] = field(default_factory=list)
    """The joints from parent to child, with the end that is the parent."""
    loops: list[Connection] = field(default_factory=list)


def grow(bodies: Bodies, connections: list[Connection]) -> list[Tree]:
    """Return the trees of a stage, in the order of their first bodies.

    Args:
        bodies: The bodies.
        connections: The joints, without those between two articulations (:func:`between`).
    """
    neighbours = _neighbours(bodies, connections)
    trees = []
    seen: set[str] = set()
    order = {path: index for index, path in enumerate(bodies.by_path)}
    for path in bodies.by_path:
        if path not in seen:
            members = _reached(path, neighbours)
            seen.update(members)
            inside = sorted(members, key=order.__getitem__)
            trees.append(_tree(bodies, inside, neighbours))
    return trees


def between(bodies: Bodies, connections: list[Connection]) -> list[Connection]:
    """Return the joints outside of articulations that connect two of them, or one and the world.

    Others outside close a loop.
    """
    neighbours = _neighbours(bodies, [each for each in connections if not each.closes_loop])
    articulations: dict[str, int] = {}
    seen: set[str] = set()
    held = Counter(each.path for path in bodies.by_path for each in bodies.stage.above(path) if each.has(ROOT))
    for path in bodies.by_path:
        if path not in seen:
            members = _reached(path, neighbours)
            seen |= members
            if _is_articulation(bodies, members, neighbours, held):
                articulations |= dict.fromkeys(members, len(articulations))
    return [each for each in connections if each.closes_loop and _is_between(each, articulations)]


def _is_between(connection: Connection, articulations: dict[str, int]) -> bool:
    """Return True if a joint connects two articulations, or one with the world."""
    ends = [articulations.get(end.body, -1) if end.body is not None else None for end in connection.ends]
    return ends[0] != ends[1] and -1 not in ends


def _is_articulation(
    bodies: Bodies, members: set[str], neighbours: dict[str, list[Connection]], held: Counter[str]
) -> bool:
    """Return True if some bodies have a root of their own: on one, on a joint of one, or on a prim that holds no other.

    Args:
        bodies: The bodies of the stage.
        members: Those that joints connect.
        neighbours: The joints at each body.
        held: The number of bodies below each root.
    """
    prims = [bodies.by_path[each] for each in members]
    prims += [each.prim for path in members for each in neighbours[path]]
    if any(each.has(ROOT) for each in prims):
        return True
    above = [each for each in bodies.stage.above(min(members)) if each.has(ROOT)]
    return any(held[each.path] == sum(path.startswith(f"{each.path}/") for path in members) for each in above)


def _neighbours(bodies: Bodies, connections: list[Connection]) -> dict[str, list[Connection]]:
    """Return the joints at each body."""
    found: dict[str, list[Connection]] = {each: [] for each in bodies.by_path}
    for each in connections:
        for end in each.ends:
            if end.body is not None:
                found[end.body].append(each)
    return found


def _reached(start: str, neighbours: dict[str, list[Connection]]) -> set[str]:
    found, pending = {start}, [start]
    while pending:
        for each in neighbours[pending.pop()]:
            for end in each.ends:
                if end.body is not None and end.body not in found:
                    found.add(end.body)
                    pending.append(end.body)
    return found


def _tree(bodies: Bodies, inside: list[str], neighbours: dict[str, list[Connection]]) -> Tree:
    """Return the tree of connected bodies: joints in the order in which they are met, breadth first."""
    unique = {id(each): each for path in inside for each in neighbours[path]}
    bodies.give_names((bodies.by_path[each] for each in inside), set())
    _give_names(list(unique.values()), bodies)
    bases = [each for each in unique.values() if _body_at_world(each) is not None and not each.closes_loop]
    tree = Tree(inside, _root(bodies, inside, list(unique.values()), bases))
    tree.base = next((each for each in bases if _body_at_world(each) == tree.root), None)
    used = {id(tree.base)}
    reached = {tree.root: None}
    # What only closing joints reach is joined by them: nothing else places it.
    for closing in (False, True):
        _spread(tree, reached, used, neighbours, closing, bodies)
    tree.loops += [each for each in unique.values() if id(each) not in used]
    _report_reversed(tree, bodies)
    return tree


def _give_names(connections: list[Connection], bodies: Bodies) -> None:
    """Give each joint a name that no other one of the robot has."""
    taken: set[str] = set()
    for each in (it for connection in connections for it in connection.all):
        name = free_name(each.joint.name, taken)
        if name != each.joint.name:
            message = f"another joint is named '{each.joint.name}'; this one is named '{name}'"
            bodies.stage.report.add(NAME_TAKEN, message, each.prim.origin)
            each.joint = replace(each.joint, name=name)
        taken.add(name)


def _spread(
    tree: Tree,
    reached: dict[str, None],
    used: set[int],
    neighbours: dict[str, list[Connection]],
    closing: bool,
    bodies: Bodies,
) -> None:
    """Add the joints that lead from the bodies that are reached to others, breadth first."""
    pending = deque(reached)
    while pending:
        parent = pending.popleft()
        for each in neighbours[parent]:
            if id(each) in used or each.closes_loop != closing:
                continue
            index = 0 if each.ends[0].body == parent else 1
            child = each.ends[1 - index].body
            if child is not None and child not in reached:
                used.add(id(each))
                reached[child] = None
                pending.append(child)
                tree.joints.append((each, index))
                if closing:
                    _report_excluded(each, child, bodies)
            elif not closing:
                used.add(id(each))
                _report_cycle(each, child, bodies)
                tree.loops.append(each)


def _body_at_world(connection: Connection) -> str | None:
    """Return the body that a joint binds to the world; None if it binds two bodies."""
    one, other = (each.body for each in connection.ends)
    return (one or other) if one is None or other is None else None


def _root(bodies: Bodies, inside: list[str], connections: list[Connection], bases: list[Connection]) -> str:
    """Return the root: the body at the world, else the one that is declared, else the first that is no child."""
    at_world = [path for each in bases if (path := _body_at_world(each)) is not None]
    declared = [each for each in inside if bodies.by_path[each].has(ROOT)]
    marked = [each for each in bases if each.prim.has(ROOT)]
    if marked:
        return _body_at_world(marked[0]) or at_world[0]
    for each in at_world:
        if not declared or each in declared:
            return each
    children = {each.ends[1].body for each in connections if each.ends[0].body is not None and not each.closes_loop}
    return next(iter((*at_world, *declared, *(each for each in inside if each not in children), *inside)))


def _report_cycle(connection: Connection, child: str | None, bodies: Bodies) -> None:
    end = f"'{bodies.names[child]}'" if child is not None else "the world"
    message = f"joint '{connection.joint.name}' reaches {end} a second time; it is read as the closing joint of a loop"
    bodies.stage.report.add(CYCLE, message, connection.prim.origin)


def _report_excluded(connection: Connection, child: str, bodies: Bodies) -> None:
    message = (
        f"joint '{connection.joint.name}' is excluded from the articulation, and no other joint holds "
        f"'{bodies.names[child]}'; it is read as one of the tree"
    )
    bodies.stage.report.add(EXCLUDED, message, connection.prim.origin)


def _report_reversed(tree: Tree, bodies: Bodies) -> None:
    for each, index in tree.joints:
        if index == 1:
            parent, child = (bodies.names[each.ends[it].body or ""] for it in (1, 0))
            message = f"joint '{each.joint.name}' has its child '{child}' as body0; it is read from parent '{parent}'"
            bodies.stage.report.add(REVERSED, message, each.prim.origin)

"""Networks as plain data: genomes are converted to them to be run by the core and to be saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from kibitz import _core
from kibitz.errors import SpecError

Link = tuple[int, float]


class Node(NamedTuple):
    """What is computed at every step: activation(bias + response * sum of source times weight), written to a slot."""

    slot: int
    activation: str
    bias: float
    response: float
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Network:
    """A recurrent network: slots for the inputs, then the outputs, then the rest, and the nodes that write them.

    A step reads the values of the previous step, as in ``neat.nn.RecurrentNetwork``, so a signal crosses one link in
    each step.

    >>> network = Network(1, 1, 2, (Node(1, "sigmoid", -1.0, 1.0, ((0, 2.0), (1, 0.5))),))
    >>> activity = _core.Activity(network.core)
    >>> [round(activity.query([1.0], steps=1)[0], 3) for _ in range(2)]
    [0.993, 0.999]
    """

    inputs: int
    outputs: int
    slots: int
    nodes: tuple[Node, ...]

    @cached_property
    def core(self) -> Any:
        """The network as the core runs it."""
        try:
            return _core.FlatNetwork(self.inputs, self.outputs, self.slots, self.nodes)
        except (TypeError, ValueError) as error:
            raise SpecError(f"network: {error}") from None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "core"}

    @property
    def size(self) -> tuple[int, int]:
        """How many nodes and links it has."""
        return len(self.nodes), sum(len(node.links) for node in self.nodes)

    def data(self) -> dict[str, Any]:
        """The network as data for a file."""
        nodes = [
            [node.slot, node.activation, node.bias, node.response, list(map(list, node.links))] for node in self.nodes
        ]
        return {"inputs": self.inputs, "outputs": self.outputs, "slots": self.slots, "nodes": nodes}


def network(data: Mapping[str, Any]) -> Network:
    """Read a network back.

    >>> one = Network(1, 1, 2, (Node(1, "tanh", 0.0, 1.0, ((0, 2.0),)),))
    >>> network(one.data()) == one
    True
    """
    try:
        nodes = tuple(
            Node(int(slot), str(activation), float(bias), float(response), tuple((int(s), float(w)) for s, w in links))
            for slot, activation, bias, response, links in data["nodes"]
        )
        read = Network(int(data["inputs"]), int(data["outputs"]), int(data["slots"]), nodes)
    except (KeyError, TypeError, ValueError) as error:
        raise SpecError(f"this is not a saved network ({error!r}); write one with its data()") from None
    read.core  # noqa: B018  (refuses what no network is)
    return read


def compiled(genome: Any, config: Any) -> Network:
    """The network of a neat-python genome, with the same outputs at every step as its ``RecurrentNetwork``.

    Nodes from which no output can be reached are left out. A node without incoming links stays at 0, as in neat-python.
    """
    from neat.graphs import required_for_output

    wiring = config.genome_config
    required = wiring.output_keys
    if len(genome.nodes) > len(required):  # otherwise no node can be without a path to an output
        required = required_for_output(wiring.input_keys, wiring.output_keys, genome.connections)
    links: dict[int, list[tuple[int, float]]] = {}
    for gene in genome.connections.values():
        source, target = gene.key
        if gene.enabled and (source in required or target in required):
            links.setdefault(target, []).append((source, gene.weight))
    slots = {key: slot for slot, key in enumerate([*wiring.input_keys, *wiring.output_keys])}
    for target, sources in links.items():
        for key in (target, *(source for source, _ in sources)):
            slots.setdefault(key, len(slots))
    nodes = []
    for target, sources in links.items():
        gene = genome.nodes[target]
        if gene.aggregation != "sum":
            raise SpecError(f"a node that takes the {gene.aggregation} of its inputs cannot be compiled; use sum")
        reached = tuple((slots[source], weight) for source, weight in sources)
        nodes.append(Node(slots[target], gene.activation, gene.bias, gene.response, reached))
    return Network(len(wiring.input_keys), len(wiring.output_keys), len(slots), tuple(nodes))

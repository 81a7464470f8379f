"""Our genomes are bred as neat-python's own, number for number."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.specialists.guess_it.evolution.breeding import Breeding, Population

LIVELY = Breeding(population=40, add_link=0.5, delete_link=0.3, add_node=0.3, delete_node=0.2, distance=2.0)


def genes(population: Population) -> list[Any]:
    """Every number of every genome, in the order in which neat-python keeps them."""
    found = []
    for key, genome in population._bred.population.items():
        links = [(gene.key, gene.innovation, gene.weight, gene.enabled) for gene in genome.connections.values()]
        nodes = [
            (gene.key, gene.bias, gene.response, gene.activation, gene.aggregation, gene.time_constant)
            for gene in genome.nodes.values()
        ]
        found.append((key, links, nodes))
    return found


def members(population: Population) -> dict[int, list[int]]:
    return {key: list(species.members) for key, species in population._bred.species.species.items()}


@pytest.mark.parametrize(
    "breeding",
    [
        Breeding(population=40),
        LIVELY,
        Breeding(population=40, connected="partial_direct 0.25", weight_range=1.0, stagnation=3),
    ],
    ids=["as it is", "lively", "sparse and stagnant"],
)
def test_bred_as_by_neat_python(breeding: Breeding) -> None:
    ours, theirs = (Population(breeding, inputs=5, outputs=3, seed=7, stock=stock) for stock in (False, True))
    assert type(next(iter(theirs._bred.population.values()))).__name__ == "DefaultGenome"
    for generation in range(12):
        assert genes(ours) == genes(theirs), generation
        assert members(ours) == members(theirs), generation
        networks = ours.networks()
        assert networks == theirs.networks()
        fitness = [sum(node.bias for node in network.nodes) + network.size[1] for network in networks]
        for population in (ours, theirs):
            population.breed(fitness)
    assert ours.species == theirs.species


def test_phases_grow_and_prune_and_go_on_after_a_checkpoint() -> None:
    breeding = Breeding(population=20, add_link=0.6, add_node=0.3, delete_link=0.1, phased=3)
    population = Population(breeding, inputs=3, outputs=2, seed=5)
    pruned: list[bool] = []
    while not any(pruned) and len(pruned) < 14:
        population.breed([float(network.size[1]) for network in population.networks()])
        pruned.append(population._phases.pruning)
        assert (population._config.genome_config.conn_add_prob == 0) == pruned[-1]
    assert pruned[0] is False
    assert pruned[-1] is True
    again = Population(breeding, inputs=3, outputs=2, seed=5)
    again.load(population.dump())
    assert again._phases.pruning
    for _ in range(3):
        for each in (population, again):
            each.breed([1.0] * 20)
        assert genes(again) == genes(population)
        assert again._phases == population._phases

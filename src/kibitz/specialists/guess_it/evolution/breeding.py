"""A population of neat-python under one seed: bred, counted, and saved so that it continues exactly where it stopped.

neat-python draws from the global ``random``. Here its state is part of the population: it is set while the
population is bred and restored afterwards, so other code is not affected. It is saved with the population, and so are
the counters, which neat-python's own checkpoints increase by one with every save.
"""

from __future__ import annotations

import gc
import pickle
import random
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from kibitz.errors import KibitzError, SpecError
from kibitz.specialists.guess_it.evolution.networks import Network, compiled


@dataclass(frozen=True)
class Breeding:
    """How a population is bred; lockett2007 says only that it is NEAT, so all numbers are our choices."""

    population: int = 150
    connected: str = "full_direct"
    """Where the first genomes have links: neat-python's ``initial_connection``."""
    add_link: float = 0.2
    delete_link: float = 0.1
    add_node: float = 0.05
    delete_node: float = 0.03
    weight_range: float = 8.0
    distance: float = 3.0
    """Genomes with a smaller distance belong to one species."""
    stagnation: int = 20
    survival: float = 0.2
    elites: int = 2
    phased: float = 0.0
    """How many genes the mean genome grows by before a phase of pruning begins (Green 2004); 0: no pruning."""

    def __post_init__(self) -> None:
        if not 4 <= self.population <= 100_000:
            raise SpecError(f"population={self.population} is not allowed; it must be a number from 4 to 100000")

    def text(self, inputs: int, outputs: int, genome: str = "Genome") -> str:
        """The settings as neat-python reads them, for a class of genomes."""
        changing = {"init_mean": 0.0, "init_stdev": 1.0, "init_type": "gaussian", "replace_rate": 0.1}
        changing |= {"mutate_rate": 0.8, "mutate_power": 0.5}
        changing |= {"max_value": self.weight_range, "min_value": -self.weight_range}
        fixed = {**changing, "init_mean": 1.0, "init_stdev": 0.0, "replace_rate": 0.0, "mutate_rate": 0.0}
        sections: dict[str, dict[str, object]] = {
            "NEAT": {
                "pop_size": self.population,
                "fitness_criterion": "max",
                "fitness_threshold": 0,
                "reset_on_extinction": True,
                "no_fitness_termination": True,
            },
            genome: {
                "num_inputs": inputs,
                "num_outputs": outputs,
                "num_hidden": 0,
                "feed_forward": False,
                "initial_connection": self.connected,
                "compatibility_disjoint_coefficient": 1.0,
                "compatibility_weight_coefficient": 0.5,
                "conn_add_prob": self.add_link,
                "conn_delete_prob": self.delete_link,
                "node_add_prob": self.add_node,
                "node_delete_prob": self.delete_node,
                "single_structural_mutation": False,
                "structural_mutation_surer": "default",
                "activation_default": "sigmoid",
                "activation_options": "sigmoid",
                "activation_mutate_rate": 0.0,
                "aggregation_default": "sum",
                "aggregation_options": "sum",
                "aggregation_mutate_rate": 0.0,
                "enabled_default": True,
                "enabled_mutate_rate": 0.01,
                "enabled_rate_to_true_add": 0.0,
                "enabled_rate_to_false_add": 0.0,
                **{f"weight_{name}": value for name, value in changing.items()},
                **{f"bias_{name}": value for name, value in changing.items()},
                **{f"response_{name}": value for name, value in fixed.items()},
                **{f"time_constant_{name}": value for name, value in fixed.items()},
            },
            "DefaultSpeciesSet": {"compatibility_threshold": self.distance},
            "DefaultStagnation": {
                "species_fitness_func": "max",
                "max_stagnation": self.stagnation,
                "species_elitism": 2,
            },
            "DefaultReproduction": {
                "elitism": self.elites,
                "survival_threshold": self.survival,
                "min_species_size": 2,
            },
        }
        return "\n".join(
            f"[{section}]\n" + "\n".join(f"{name} = {value}" for name, value in values.items())
            for section, values in sections.items()
        )

    def config(self, inputs: int, outputs: int, stock: bool = False) -> Any:
        """The settings of neat-python, for our genomes or for its own, which are slower and give the same results."""
        neat = _neat()
        from kibitz.specialists.guess_it.evolution.genome import Genome

        genome = neat.DefaultGenome if stock else Genome
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "neat.ini"
            file.write_text(self.text(inputs, outputs, genome.__name__))
            return neat.Config(
                genome, neat.DefaultReproduction, neat.DefaultSpeciesSet, neat.DefaultStagnation, str(file)
            )


def _neat() -> Any:
    try:
        import neat
    except ImportError:
        raise KibitzError("evolution needs neat-python: pip install 'kibitz[evolve]'") from None
    return neat


@dataclass(frozen=True)
class Phases:
    """Whether a population grows or is pruned: phased search, as in the SharpNEAT of lockett2007 (Green 2004).

    Pruning begins when the mean genome has grown by ``growth`` genes since growth began. It ends when the mean genome
    has not become smaller for ``PATIENCE`` generations.

    >>> phases = Phases(floor=10.0)
    >>> for genes in [12, 16, 13, 11, *[11] * PATIENCE]:
    ...     phases = phases.after(genes, growth=5)
    ...     print("prunes" if phases.pruning else "grows", end=" ")
    grows prunes prunes prunes prunes prunes prunes prunes grows
    """

    floor: float
    pruning: bool = False
    waited: int = 0

    def after(self, genes: float, growth: float) -> Phases:
        """The next phase, given the mean number of genes."""
        if not self.pruning:
            return Phases(genes, pruning=True) if genes > self.floor + growth else self
        if genes < self.floor:
            return Phases(genes, pruning=True)
        waited = self.waited + 1
        return Phases(self.floor) if waited == PATIENCE else Phases(self.floor, True, waited)


PATIENCE = 5  # a phase of pruning ends after this many generations without a smaller mean genome


class Population:
    """Genomes, their species and every counter, from a seed; with ``stock``, neat-python's own genomes, for comparison.

    >>> population = Population(Breeding(population=10), inputs=2, outputs=1, seed=1)
    >>> for _ in range(3):
    ...     population.breed([float(network.size[1]) for network in population.networks()])
    >>> population.generation, len(population.networks()), population.species
    (3, 10, 1)
    """

    def __init__(self, breeding: Breeding, inputs: int, outputs: int, seed: int, stock: bool = False) -> None:
        neat = _neat()
        self._breeding = breeding
        self._config = breeding.config(inputs, outputs, stock)
        self._random = random.Random(seed).getstate()
        self._whole: bytes | None = None
        with self._own_random():
            self._bred = neat.Population(self._config)
        self._phases = Phases(self._genes)

    @property
    def generation(self) -> int:
        """How many generations came before this one."""
        return int(self._bred.generation)

    @property
    def species(self) -> int:
        """How many species there are."""
        return len(self._bred.species.species)

    def networks(self) -> list[Network]:
        """The networks of all genomes, in the order in which ``breed`` takes their fitness."""
        return [compiled(genome, self._config) for genome in self._bred.population.values()]

    def breed(self, fitness: Sequence[float]) -> None:
        """Replace the population by its offspring."""
        bred, config, self._whole = self._bred, self._config, None
        for genome, reached in zip(bred.population.values(), fitness, strict=True):
            genome.fitness = reached
        with self._own_random():
            bred.population = bred.reproduction.reproduce(config, bred.species, config.pop_size, bred.generation)
            if not bred.species.species:  # all stagnated: begin anew
                bred.population = bred.reproduction.create_new(
                    config.genome_type, config.genome_config, config.pop_size
                )
            bred.species.speciate(config, bred.population, bred.generation)
        self._phase()
        bred.reproduction.ancestors.clear()  # it is not used, and grows with every child
        bred.generation += 1

    @property
    def _genes(self) -> float:
        """How many genes a genome has on average."""
        genomes = self._bred.population.values()
        return sum(len(genome.nodes) + len(genome.connections) for genome in genomes) / len(genomes)

    def _phase(self) -> None:
        """Switch between growing and pruning if necessary."""
        if self._breeding.phased:
            self._phases = self._phases.after(self._genes, self._breeding.phased)
            self._obey_phase()

    def _obey_phase(self) -> None:
        """While genomes are pruned, nothing is added, and deletions become more likely by the same amount."""
        wiring, breeding, pruning = self._config.genome_config, self._breeding, self._phases.pruning
        for part, add, delete in (
            ("conn", breeding.add_link, breeding.delete_link),
            ("node", breeding.add_node, breeding.delete_node),
        ):
            setattr(wiring, f"{part}_add_prob", 0.0 if pruning else add)
            setattr(wiring, f"{part}_delete_prob", add + delete if pruning else delete)

    @contextmanager
    def _own_random(self) -> Iterator[None]:
        outside, collecting = random.getstate(), gc.isenabled()
        random.setstate(self._random)
        # There are many genes without reference cycles, and collecting garbage would take a fifth of the time.
        gc.disable()
        try:
            yield
        finally:
            self._random = random.getstate()
            random.setstate(outside)
            if collecting:
                gc.enable()

    # Put away and taken up again.

    def dump(self) -> bytes:
        """The whole population as bytes: genomes, species, counters, and the state of the generator."""
        self._whole = self._whole or self._dumped()
        return self._whole

    def _dumped(self) -> bytes:
        wiring, bred = self._config.genome_config, self._bred
        nodes, wiring.node_indexer = _peeked(wiring.node_indexer)
        genomes, bred.reproduction.genome_indexer = _peeked(bred.reproduction.genome_indexer)
        kinds, bred.species.indexer = _peeked(bred.species.indexer)
        reporters, bred.species.reporters = bred.species.reporters, None
        whole = pickle.dumps(
            (
                (bred.population, bred.species, bred.generation, bred.reproduction.innovation_tracker),
                (nodes, genomes, kinds),
                self._random,
                self._phases,
            )
        )
        # Pickling advanced the counter.
        bred.species.reporters, bred.species.indexer = reporters, kinds and count(kinds)
        return whole

    def load(self, whole: bytes) -> None:
        """Restore the saved population, unless it is the current one."""
        if whole == self._whole:
            return
        self._whole = whole
        (population, species, generation, tracker), (nodes, genomes, kinds), *rest = pickle.loads(whole)
        self._random, self._phases = rest
        bred, wiring = self._bred, self._config.genome_config
        species.reporters = bred.reporters
        bred.population, bred.species, bred.generation = population, species, generation
        bred.reproduction.innovation_tracker = wiring.innovation_tracker = tracker
        wiring.node_indexer = nodes and count(nodes)
        bred.reproduction.genome_indexer = count(genomes)
        species.indexer = count(kinds)
        self._obey_phase()


def _peeked(counter: Iterator[int] | None) -> tuple[int | None, Iterator[int] | None]:
    """The next number of a counter, and a new counter that starts with this number."""
    if counter is None:
        return None, None
    number = next(counter)
    return number, count(number)

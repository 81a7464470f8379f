"""Genomes that neat-python breeds exactly like its own, with the same random numbers, in less than half the time.

neat-python mutates every attribute of every gene by name. In our genes only weights, biases and whether a
link is enabled ever change (``Breeding.text``), so their mutation is written out here. Random numbers that
neat-python draws for constant attributes are drawn too, and discarded.
``tests/specialists/guess_it/test_evolution_genome.py`` breeds both and compares every gene.
"""

from __future__ import annotations

from random import gauss, random
from typing import Any

import neat
from neat.genes import DefaultConnectionGene, DefaultNodeGene

DISABLED = 0.75  # how often a link is disabled that is disabled in either parent: neat-python's rule


class LinkGene(DefaultConnectionGene):  # type: ignore[misc]
    """A link: its weight can change, and it can become enabled or disabled."""

    def __init__(self, key: tuple[int, int], innovation: int) -> None:
        self.key, self.innovation = key, innovation

    def copy(self) -> LinkGene:
        """The same gene, for a child."""
        made = LinkGene(self.key, self.innovation)
        made.weight, made.enabled = self.weight, self.enabled
        return made

    def crossover(self, other: LinkGene) -> LinkGene:
        """A gene with the weight of one parent; it is enabled or disabled like the gene of one of them."""
        made = LinkGene(self.key, self.innovation)
        made.weight = self.weight if random() > 0.5 else other.weight
        made.enabled = self.enabled if random() > 0.5 else other.enabled
        if not (self.enabled and other.enabled) and random() < DISABLED:
            made.enabled = False
        return made


class NodeGene(DefaultNodeGene):  # type: ignore[misc]
    """A node of a network. Only its bias mutates."""

    def __init__(self, key: int) -> None:
        self.key = key

    def copy(self) -> NodeGene:
        """The same gene, for a child."""
        made = NodeGene(self.key)
        made.__dict__.update(self.__dict__)
        return made

    def crossover(self, other: NodeGene) -> NodeGene:
        """A gene with the bias of one parent."""
        made = self.copy()
        if random() <= 0.5:
            made.bias = other.bias
        for _ in "response", "activation", "aggregation", "time constant":  # the same in both
            random()
        return made


class Genome(neat.DefaultGenome):  # type: ignore[misc]
    """A genome of such genes."""

    @classmethod
    def parse_config(cls, param_dict: dict[str, Any]) -> Any:
        """The settings, with our genes in place of neat-python's."""
        neat.DefaultGenome.parse_config(dict(param_dict))  # raises errors for settings that are not allowed
        param_dict |= {"node_gene_type": NodeGene, "connection_gene_type": LinkGene}
        return neat.genome.DefaultGenomeConfig(param_dict, cls.__name__)

    def configure_crossover(self, genome1: Genome, genome2: Genome, config: Any) -> None:
        """Become the child of two parents: genes that only the fitter parent has are kept."""
        better, other = (genome1, genome2) if genome1.fitness > genome2.fitness else (genome2, genome1)
        ours = {gene.innovation: gene for gene in better.connections.values()}
        theirs = {gene.innovation: gene for gene in other.connections.values()}
        links = self.connections
        # Built like this, the set has the same order as in neat-python.
        for innovation in set(ours.keys()) | set(theirs.keys()):
            gene = ours.get(innovation)
            if gene is not None:
                match = theirs.get(innovation)
                same = match is not None and match.key == gene.key
                links[gene.key] = gene.crossover(match) if same else gene.copy()
        nodes = other.nodes
        for key, gene in better.nodes.items():
            match = nodes.get(key)
            self.nodes[key] = gene.copy() if match is None else gene.crossover(match)

    def mutate(self, config: Any) -> None:
        """Change the structure sometimes, and the weights and biases most of the time."""
        if random() < config.node_add_prob:
            self.mutate_add_node(config)
        if random() < config.node_delete_prob:
            self.mutate_delete_node(config)
        if random() < config.conn_add_prob:
            self.mutate_add_connection(config)
        if random() < config.conn_delete_prob:
            self.mutate_delete_connection()
        rate, power, most = config.weight_mutate_rate, config.weight_mutate_power, config.weight_max_value
        replaced = config.weight_replace_rate + rate
        mean, deviation, toggled = config.weight_init_mean, config.weight_init_stdev, config.enabled_mutate_rate
        for gene in self.connections.values():
            drawn = random()
            if drawn < replaced:
                value = gene.weight + gauss(0.0, power) if drawn < rate else gauss(mean, deviation)
                gene.weight = most if value > most else -most if value < -most else value
            if random() < toggled:
                gene.enabled = random() < 0.5
        for gene in self.nodes.values():  # biases mutate like weights
            drawn = random()
            if drawn < replaced:
                value = gene.bias + gauss(0.0, power) if drawn < rate else gauss(mean, deviation)
                gene.bias = most if value > most else -most if value < -most else value
            random(), random()  # the response and the time constant, which stay

    def distance(self, other: Genome, config: Any) -> float:
        """How different another genome is: unmatched genes, and differences of weights and biases."""
        weight, disjoint = config.compatibility_weight_coefficient, config.compatibility_disjoint_coefficient
        apart, alone, theirs = 0.0, len(other.nodes), other.nodes
        for key, gene in self.nodes.items():
            match = theirs.get(key)
            if match is None:
                alone += 1
            else:
                alone -= 1
                apart += abs(gene.bias - match.bias) * weight
        nodes = float(apart + disjoint * alone) / max(len(self.nodes), len(theirs))
        apart, alone, theirs = 0.0, len(other.connections), other.connections
        if not (self.connections or theirs):
            return nodes
        for key, gene in self.connections.items():
            match = theirs.get(key)
            if match is None:
                alone += 1
            else:
                alone -= 1
                away = abs(gene.weight - match.weight)
                apart += (away if gene.enabled == match.enabled else away + 1.0) * weight
        return nodes + float(apart + disjoint * alone) / max(len(self.connections), len(theirs))

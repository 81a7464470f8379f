// Small recurrent networks as flat arrays: what an evolved genome becomes before it plays.
//
// Values lie in slots, the inputs first, then the outputs, then the rest. A step computes every node from the values of
// the step before, so a signal crosses one connection a step and the order of the nodes does not matter. A slot that no
// node writes keeps 0, as an output that nothing leads to does.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace kibitz {

// With the slopes and bounds that neat-python gives them.
enum class Activation : std::uint8_t { sigmoid, tanh, sin, gauss, relu, identity, clamped };
inline constexpr std::array<std::string_view, 7> activation_names{"sigmoid", "tanh",     "sin",    "gauss",
                                                                  "relu",    "identity", "clamped"};

inline double activate(Activation activation, double x) {
  switch (activation) {
    case Activation::sigmoid:
      return 1.0 / (1.0 + std::exp(-std::clamp(5.0 * x, -60.0, 60.0)));
    case Activation::tanh:
      return std::tanh(std::clamp(2.5 * x, -60.0, 60.0));
    case Activation::sin:
      return std::sin(std::clamp(5.0 * x, -60.0, 60.0));
    case Activation::gauss: {
      const double bounded = std::clamp(x, -3.4, 3.4);
      return std::exp(-5.0 * (bounded * bounded));
    }
    case Activation::relu:
      return x > 0 ? x : 0.0;
    case Activation::identity:
      return x;
    case Activation::clamped:
      return std::clamp(x, -1.0, 1.0);
  }
  return 0.0;
}

struct Network {
  struct Node {
    int slot;
    Activation activation;
    double bias;
    double response;
    int links;        // how many of the next links lead here
    int from_inputs;  // how many of them come from inputs before the first that does not
  };
  struct Link {
    int source;
    double weight;
  };
  int inputs = 0;
  int outputs = 0;
  int slots = 0;
  std::vector<Node> nodes;
  std::vector<Link> links;  // of the first node, then of the second, ..
};

// A network at work: what it remembers from one step to the next.
class Activity {
 public:
  explicit Activity(const Network& network)
      : network_(&network),
        now_(static_cast<std::size_t>(network.slots)),
        then_(now_.size()),
        from_inputs_(network.nodes.size()) {}

  void reset() {
    std::fill(now_.begin(), now_.end(), 0.0);
    std::fill(then_.begin(), then_.end(), 0.0);
  }

  // Where the inputs are written before a query.
  double* inputs() { return now_.data(); }

  // The outputs after so many steps with the same inputs, whose part of every sum is worked out once.
  const double* query(int steps) {
    std::copy_n(now_.begin(), network_->inputs, then_.begin());
    const Network::Link* link = network_->links.data();
    for (std::size_t place = 0; place < from_inputs_.size(); ++place) {
      const Network::Node& node = network_->nodes[place];
      from_inputs_[place] = sum(0.0, link, node.from_inputs);
      link += node.links;
    }
    for (int step = 0; step < steps; ++step) {
      link = network_->links.data();
      for (std::size_t place = 0; place < from_inputs_.size(); ++place) {
        const Network::Node& node = network_->nodes[place];
        const double total = sum(from_inputs_[place], link + node.from_inputs, node.links - node.from_inputs);
        link += node.links;
        then_[static_cast<std::size_t>(node.slot)] = activate(node.activation, node.bias + node.response * total);
      }
      std::swap(now_, then_);
    }
    return now_.data() + network_->inputs;
  }

 private:
  // In the order of the links, so that rounding is the same as in neat-python: some networks are chaotic.
  double sum(double total, const Network::Link* link, int count) const {
    for (const Network::Link* end = link + count; link != end; ++link)
      total += now_[static_cast<std::size_t>(link->source)] * link->weight;
    return total;
  }

  const Network* network_;
  std::vector<double> now_, then_, from_inputs_;
};

}  // namespace kibitz

// What a player keeps of a search tree from one of its moves to the next. It is held outside the search, and says
// nothing of the game.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace kibitz {

// A tree of one game.
struct TreeOfGame {
  virtual ~TreeOfGame() = default;
  virtual std::size_t nodes() const = 0;
};

class KeptTree {
 public:
  explicit KeptTree(std::size_t most_nodes) : most_nodes_(most_nodes) {}

  // A tree that is kept does not grow beyond this, neither in a search nor from one to the next.
  std::size_t most_nodes() const { return most_nodes_; }
  std::size_t nodes() const { return tree_ ? tree_->nodes() : 0; }

  // Leaves nothing behind, so that a search that is interrupted leaves no half of a tree. Null if there is none, or
  // one of another kind.
  template <class Tree>
  std::unique_ptr<Tree> take() {
    std::unique_ptr<TreeOfGame> taken = std::move(tree_);
    Tree* const found = dynamic_cast<Tree*>(taken.get());
    if (found) (void)taken.release();
    return std::unique_ptr<Tree>(found);
  }
  void keep(std::unique_ptr<TreeOfGame> tree) { tree_ = std::move(tree); }

 private:
  std::size_t most_nodes_;
  std::unique_ptr<TreeOfGame> tree_;
};

}  // namespace kibitz

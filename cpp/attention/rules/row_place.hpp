#pragma once

namespace attention {

// Where a row of logits stands: what a rule may depend on besides the logits themselves.
struct RowPlace {
  double d_k = 1;      // width of a query and a key
  double visible = 1;  // m, the number of keys the row sees
  double length = 1;   // p + 1 for the query at position p, counted from 0: the keys up to and including its own
};

}  // namespace attention

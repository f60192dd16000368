# A line through points by gradient descent.

fn predict(w: f32[3, 1], x: f32[B, 3]) {
  x @ w
}

fn loss(w: f32[3, 1], x: f32[B, 3], y: f32[B, 1]) {
  let d = predict(w, x) - y;
  sum(d * d)
}

# The loss, and better weights.
fn step(w: f32[3, 1], x: f32[B, 3], y: f32[B, 1]) {
  loss(w, x, y), w - 0.125 * grad loss(w, x, y)
}

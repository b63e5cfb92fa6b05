/// A request that is with the slow path, until it is whole and its answer written.
struct SlowRequest {
  var body: BodyFraming
  let isVersion10: Bool
  /// Whether the connection ends behind it.
  var isLast: Bool
  var isAnswered = false
  /// Whether it counts among those at hand; a body that streams does not, its own limits hold.
  var holdsPlace = true

  init(body: BodyFraming, isVersion10: Bool, isLast: Bool) {
    self.body = body
    self.isVersion10 = isVersion10
    self.isLast = isLast
  }
}

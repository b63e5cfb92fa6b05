package import Pictures

/// What draws animations for a publisher.
package struct PictureDrawing: Sendable {
  /// The program that draws.
  package let tool: DrawingTool
  /// The most drawings at the same time; at most `PictureLimits.atOnce`.
  package let atOnce: Int

  /// Draws with `tool`, at most `atOnce` animations at a time, and `PictureLimits.atOnce` at most.
  package init(_ tool: DrawingTool, atOnce: Int) {
    self.tool = tool
    self.atOnce = min(max(1, atOnce), PictureLimits.atOnce)
  }
}

/// The results of `body` for each element, in their order, at most `width` at a time.
///
/// Ends at the first failure, and throws it; `progress` is told how many are done.
@concurrent
func mapped<Element: Sendable, Value: Sendable, Failure: Error>(
  _ elements: [Element], atOnce width: Int, progress: @Sendable (Int) -> Void,
  each body: @escaping @Sendable (Element) async throws(Failure) -> Value
) async throws(Failure) -> [Value] {
  let result = await withTaskGroup(of: (Int, Result<Value, Failure>).self) { group in
    var values = [Value?](repeating: nil, count: elements.count)
    var started = 0
    var done = 0
    func begin() {
      guard started < elements.count else { return }
      let index = started
      group.addTask {
        do throws(Failure) {
          let value = try await body(elements[index])
          return (index, .success(value))
        } catch {
          return (index, .failure(error))
        }
      }
      started += 1
    }
    for _ in 0..<width { begin() }
    for await (index, result) in group {
      switch result {
      case .success(let value): values[index] = value
      case .failure(let failure):
        group.cancelAll()
        return Result<[Value], Failure>.failure(failure)
      }
      done += 1
      progress(done)
      begin()
    }
    return .success(values.compactMap(\.self))
  }
  return try result.get()
}

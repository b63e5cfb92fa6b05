/// Functions that look like tests and would never run: named by a sentence or with `test` in
/// front, or without parameters and with an expectation inside, and yet without `@Test`.
func testsWithoutAttribute(_ source: SwiftSource) -> [Violation] {
  let all = words(source.code)
  let marked = Set(all.indices.compactMap { markedFunction(all, at: $0) })
  return functions(source).compactMap { function in
    guard !marked.contains(function.index) else { return nil }
    let isSentence = function.name.hasPrefix("`") && function.name.contains(" ")
    let suffix = function.name.hasPrefix("test") ? function.name.dropFirst(4).first : nil
    let isNamedLikeTest = isSentence || suffix.map { !$0.isLowercase } ?? false
    guard isNamedLikeTest || isSilentExpectation(function, all) else { return nil }
    return source.violation(function.line, "\(function.name) lacks @Test")
  }
}

/// The function that a `@Test` at `index` stands before.
private func markedFunction(_ all: [Word], at index: Int) -> Int? {
  guard all[index].text == "@", index + 2 < all.count, all[index + 1].text == "Test" else {
    return nil
  }
  var next = index + 2
  while next < all.count, all[next].text != "func" {
    next = all[next].text == "(" ? afterBrackets(all, from: next) : next + 1
  }
  return next
}

/// An expectation in a function that nobody hands anything to, that is not private, and that
/// nothing in its file calls.
private func isSilentExpectation(_ function: FunctionPlace, _ all: [Word]) -> Bool {
  guard function.index + 3 < all.count, all[function.index].text == "func",
    all[function.index + 2].text == "(", all[function.index + 3].text == ")"
  else { return false }
  let isPrivate =
    function.index > 0 && ["private", "fileprivate"].contains(all[function.index - 1].text)
  let expects = function.body.contains { index in
    all[index].text == "#" && index + 1 < all.count
      && ["expect", "require"].contains(all[index + 1].text)
  }
  let isCalled = all.indices.contains { index in
    index != function.index + 1 && all[index].text == function.name
  }
  return expects && !isPrivate && !isCalled
}

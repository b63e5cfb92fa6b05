/// What is known of an expression from the file alone.
enum ExpressionKind: Equatable {
  /// It repeats the keyframes of its property.
  case loop(LoopExpression)
  /// It gives the value in the file, as if it were not there.
  case idle
  /// It gives this value at each time, instead of the one in the file.
  case known(ExpressionValue)
  /// It rolls dice, as `wiggle` does.
  case random
  /// It computes something else.
  case unknown
}

/// Reads expressions of an animation, each at most once: one may link to the values of others.
///
/// A link is followed to effects (sliders), transforms and shapes of the same composition. Time and
/// memory grow linearly with the texts, and no more than `mostSteps` items are searched.
struct ExpressionReading {
  /// More links, one to the next, are not followed.
  private static let mostLinks = 4
  /// Layers, effects and shapes that are searched, all together.
  private static let mostSteps = 1_000_000
  /// Longer expressions are not known.
  private static let longest = 2_000
  private static let dice = ["wiggle", "random", "gaussRandom", "noise", "seedRandom"].map {
    Array($0.utf8)
  }

  let animation: Animation
  let frameRateHz: Double
  /// Positions of layers, in the order of the text.
  private let layers: [Int]
  /// By their expressions.
  private let properties: [NodeID: Property]
  private var kinds: [NodeID: ExpressionKind] = [:]
  /// Expressions that are being read, each linked to by the one before.
  private var open: [NodeID] = []
  private var stepsLeft = mostSteps

  init(_ animation: Animation) {
    self.animation = animation
    frameRateHz = animation.number("fr", of: .root) ?? 0
    layers = animation.layers.indices.sorted {
      animation.layers[$0].node < animation.layers[$1].node
    }
    properties = animation.survey.properties.reduce(into: [:]) { properties, property in
      guard let code = animation.json.member("x", of: property.node),
        animation.json.kind(of: code) == .string
      else { return }
      properties[code] = property
    }
  }

  /// The kind of an expression of the survey.
  mutating func kind(of code: NodeID) -> ExpressionKind {
    guard let property = properties[code] else { return .unknown }
    return kind(of: property, code: code)
  }

  /// The kind of the expression in a property.
  mutating func kind(of property: Property, code: NodeID) -> ExpressionKind {
    if let kind = kinds[code] { return kind }
    guard !open.contains(code), open.count < Self.mostLinks else { return .unknown }
    open.append(code)
    defer { open.removeLast() }
    let kind = read(property, code)
    kinds[code] = kind
    return kind
  }

  private mutating func read(_ property: Property, _ code: NodeID) -> ExpressionKind {
    guard let text = animation.json.slice(of: code) else { return .unknown }
    let words = ExpressionWords(text)
    if let loop = LoopExpression(words) { return .loop(loop) }
    if text.count <= Self.longest, let result = evaluated(words, property),
      let kind = kind(setting: result, in: property)
    {
      return kind
    }
    return Self.rollsDice(words) ? .random : .unknown
  }

  private mutating func evaluated(
    _ words: ExpressionWords, _ property: Property
  ) -> ExpressionOperand? {
    guard frameRateHz > 0, let layer = layer(around: property.node) else { return nil }
    var evaluation = ExpressionEvaluation(words, property: property.node, layer: layer)
    return evaluation.result(&self)
  }

  /// What a result makes of a property, as lottie-web sets it: components that are missing keep the
  /// value in the file, and further ones are left out.
  private func kind(
    setting result: ExpressionOperand, in property: Property
  ) -> ExpressionKind? {
    if case .own = result { return .idle }
    guard case .value(var value) = result, let own = animation.json.ownValue(of: property) else {
      return nil
    }
    switch (own, value) {
    case (.number, .number): break
    case (.list(let own), .list(let numbers)):
      guard !property.isAnimated || numbers.count >= own.count else { return nil }
      value = .list(Array(numbers.prefix(own.count)) + own.dropFirst(numbers.count))
    case (.number, .list), (.list, .number): return nil
    }
    return !property.isAnimated && own == value ? .idle : .known(value)
  }

  private static func rollsDice(_ text: ExpressionWords) -> Bool {
    var words = text
    while !words.isAtEnd {
      if let name = words.takeBytesOfName() {
        if dice.contains(where: name.elementsEqual) { return true }
      } else {
        words.skip()
      }
    }
    return false
  }

  /// The position of the layer in which a node is, or nil.
  private func layer(around node: NodeID) -> Int? {
    let after = layers.partition { animation.layers[$0].node > node }
    guard after > 0 else { return nil }
    let layer = animation.layers[layers[after - 1]].node
    return node < animation.json.next(after: layer) ? layers[after - 1] : nil
  }
}

extension ExpressionReading {
  /// The value of a property that an expression links to, if it is known.
  mutating func value(ofPropertyAt node: NodeID?) -> ExpressionValue? {
    let json = animation.json
    guard let node, let k = json.member("k", of: node) else { return nil }
    let property = Property(node: node, value: k, json)
    guard let code = json.member("x", of: node) else {
      return property.isAnimated ? nil : json.ownValue(of: property)
    }
    switch kind(of: property, code: code) {
    case .idle: return property.isAnimated ? nil : json.ownValue(of: property)
    case .known(let value): return value
    case .loop, .random, .unknown: return nil
    }
  }

  /// The first object in a list that has that name in that member, or nil.
  mutating func first(in list: NodeID?, _ isNamed: (NodeID) -> Bool) -> NodeID? {
    guard let list else { return nil }
    for item in animation.json.elements(of: list) {
      guard stepsLeft > 0 else { return nil }
      stepsLeft -= 1
      if isNamed(item) { return item }
    }
    return nil
  }

  /// The position of the first layer of a composition for which that is true, or nil.
  mutating func firstLayer(in composition: Int, _ isNamed: (Layer) -> Bool) -> Int? {
    for position in animation.compositions[composition].layers {
      guard stepsLeft > 0 else { return nil }
      stepsLeft -= 1
      if isNamed(animation.layers[position]) { return position }
    }
    return nil
  }
}

extension JSONDocument {
  /// The value of a property, or of one with keyframes, that of the first one.
  func ownValue(of property: Property) -> ExpressionValue? {
    guard property.isAnimated else { return value(property.value) }
    guard let first = firstElement(of: property.value), let start = member("s", of: first),
      let value = value(start)
    else { return nil }
    // Keyframes have a number as a list of one.
    if case .list(let numbers) = value, numbers.count == 1 { return .number(numbers[0]) }
    return value
  }

  /// A number, or a list of numbers.
  private func value(_ node: NodeID) -> ExpressionValue? {
    if let number = double(of: node) { return ExpressionValue(number) }
    guard kind(of: node) == .array else { return nil }
    var numbers: [TimedNumber] = []
    for element in elements(of: node) {
      guard let number = double(of: element) else { return nil }
      numbers.append(TimedNumber(start: number))
    }
    return numbers.isEmpty ? nil : .list(numbers)
  }
}

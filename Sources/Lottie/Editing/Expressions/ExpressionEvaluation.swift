/// What a part of an expression stands for.
enum ExpressionOperand {
  /// The value in the file, of a property with keyframes too.
  case own
  case value(ExpressionValue)
  case composition(Int)
  /// The layer at that position.
  case layer(Int)
  /// The transform of a layer, or of a group of shapes.
  case transform(NodeID)
  case effects(NodeID)
  case effect(NodeID)
  /// A list of shapes.
  case contents(NodeID)
  case shape(NodeID)
  /// `Math`.
  case mathematics
  case function(String)
}

/// Evaluates the text of an expression as lottie-web 5.12.2 does.
///
/// It knows assignments, arithmetic, and links; anything else ends it without a result.
struct ExpressionEvaluation {
  /// Deeper brackets are not read.
  private static let deepest = 16

  private var words: ExpressionWords
  private let property: NodeID
  private let layer: Int
  /// Those that are declared: without, lottie-web throws.
  private var variables: [String: ExpressionOperand?] = [:]
  private var depth = 0

  init(_ words: ExpressionWords, property: NodeID, layer: Int) {
    self.words = words
    self.property = property
    self.layer = layer
  }

  /// What it assigns to `$bm_rt`; nil if that is not known.
  mutating func result(_ reading: inout ExpressionReading) -> ExpressionOperand? {
    while !words.isAtEnd {
      if words.take(";") { continue }
      let isDone = words.take("var") ? declare(&reading) : assign(&reading)
      guard isDone, words.take(";") || words.isAtEnd else { return nil }
    }
    return variables["$bm_rt"] ?? nil
  }

  /// Takes the rest of a declaration; false if it is not understood.
  private mutating func declare(_ reading: inout ExpressionReading) -> Bool {
    repeat {
      guard let name = words.takeName() else { return false }
      variables.merge([name: nil]) { before, _ in before }
      if words.take("=") {
        guard let value = sum(&reading) else { return false }
        variables[name] = value
      }
    } while words.take(",")
    return true
  }

  /// Takes an assignment; false if something else comes.
  private mutating func assign(_ reading: inout ExpressionReading) -> Bool {
    guard let name = words.takeName(), variables.keys.contains(name), words.take("="),
      let value = sum(&reading)
    else { return false }
    variables[name] = value
    return true
  }
}

/// Arithmetic: JavaScript's own operators, of numbers only.
extension ExpressionEvaluation {
  private mutating func sum(_ reading: inout ExpressionReading) -> ExpressionOperand? {
    guard depth < Self.deepest else { return nil }
    depth += 1
    defer { depth -= 1 }
    guard var result = product(&reading) else { return nil }
    while true {
      let isSum = words.take("+")
      guard isSum || words.take("-") else { return result }
      guard let (one, other) = numbers(result, product(&reading)) else { return nil }
      result = .value(.number(one + (isSum ? other : -other)))
    }
  }

  private mutating func product(_ reading: inout ExpressionReading) -> ExpressionOperand? {
    guard var result = signed(&reading) else { return nil }
    while true {
      let isProduct = words.take("*")
      guard isProduct || words.take("/") else { return result }
      guard let (one, other) = numbers(result, signed(&reading)),
        let number = isProduct ? one * other : one / other
      else { return nil }
      result = .value(.number(number))
    }
  }

  private mutating func signed(_ reading: inout ExpressionReading) -> ExpressionOperand? {
    guard words.take("-") else { return part(&reading) }
    guard case .value(.number(let number)) = part(&reading) else { return nil }
    return .value(.number(-number))
  }

  private func numbers(
    _ one: ExpressionOperand?, _ other: ExpressionOperand?
  ) -> (TimedNumber, TimedNumber)? {
    guard case .value(.number(let one)) = one, case .value(.number(let other)) = other else {
      return nil
    }
    return (one, other)
  }

  /// A number, a list, or a name, and what is asked of it.
  private mutating func part(_ reading: inout ExpressionReading) -> ExpressionOperand? {
    var result: ExpressionOperand?
    if let number = words.takeNumber() {
      result = .value(ExpressionValue(number))
    } else if words.take("(") {
      result = sum(&reading)
      guard words.take(")") else { return nil }
    } else if words.take("[") {
      guard let values = values(until: "]", &reading) else { return nil }
      let numbers = values.flatMap(\.numbers)
      result = numbers.count == values.count ? .value(.list(numbers)) : nil
    } else if let name = words.takeName() {
      result = operand(name, reading)
    }
    while let operand = result {
      if words.take(".") {
        guard let name = words.takeName() else { return nil }
        result = member(name, of: operand, &reading)
      } else if words.take("[") {
        guard case .value(.list(let list)) = operand, let index = words.takeNumber(),
          let position = Int(exactly: index), list.indices.contains(position), words.take("]")
        else { return nil }
        result = .value(.number(list[position]))
      } else if words.take("(") {
        result = call(operand, &reading)
      } else {
        return operand
      }
    }
    return nil
  }

  /// Values with commas between them, up to a closing bracket.
  private mutating func values(
    until bracket: String, _ reading: inout ExpressionReading
  ) -> [ExpressionValue]? {
    var values: [ExpressionValue] = []
    guard !words.take(bracket) else { return values }
    repeat {
      guard case .value(let value) = sum(&reading) else { return nil }
      values.append(value)
    } while words.take(",")
    return words.take(bracket) ? values : nil
  }
}

extension ExpressionEvaluation {
  private func operand(_ name: String, _ reading: ExpressionReading) -> ExpressionOperand? {
    if let variable = variables[name] { return variable }
    let animation = reading.animation
    let members = animation.layers[layer].members
    let seconds = { (node: NodeID?) -> ExpressionOperand? in
      node.flatMap(animation.json.double).map {
        .value(ExpressionValue($0 / reading.frameRateHz))
      }
    }
    return switch name {
    case "time": .value(.number(.time))
    case "value": reading.own(property)
    case "index": animation.layers[layer].index.map { .value(ExpressionValue(Double($0))) }
    case "inPoint": seconds(members.inPoint)
    case "outPoint": seconds(members.outPoint)
    case "thisComp": .composition(animation.layers[layer].composition)
    case "thisLayer": .layer(layer)
    case "transform": members.transform.map { .transform($0) }
    case "Math": .mathematics
    default: .function(name)
    }
  }

  /// What `operand.name` is.
  private func member(
    _ name: String, of operand: ExpressionOperand, _ reading: inout ExpressionReading
  ) -> ExpressionOperand? {
    switch operand {
    case .value: return name == "value" ? operand : nil
    case .mathematics:
      return name == "PI" ? .value(ExpressionValue(.pi)) : .function("Math." + name)
    default: return reading.link(name, of: operand)
    }
  }

  /// What `operand(…)` is.
  private mutating func call(
    _ operand: ExpressionOperand, _ reading: inout ExpressionReading
  ) -> ExpressionOperand? {
    if let name = words.takeString() {
      guard words.take(")") else { return nil }
      return reading.item(.name(name), of: operand.asked(of: layer, reading))
    }
    guard let values = values(until: ")", &reading) else { return nil }
    if case .function(let name) = operand, name != "effect", name != "content" {
      return value(of: name, values).map { .value($0) }
    }
    guard values.count == 1, let number = values[0].constant.flatMap(Int.init(exactly:)) else {
      return nil
    }
    return reading.item(.number(number), of: operand.asked(of: layer, reading))
  }

  private func value(of function: String, _ values: [ExpressionValue]) -> ExpressionValue? {
    switch (function, values.count) {
    case ("$bm_sum", 2), ("sum", 2), ("add", 2): .sum(values[0], values[1])
    case ("$bm_sub", 2), ("sub", 2): .difference(values[0], values[1])
    case ("$bm_mul", 2), ("mul", 2): .product(values[0], values[1])
    case ("$bm_div", 2), ("div", 2): .quotient(values[0], values[1])
    case ("$bm_neg", 1): .negated(values[0])
    default: .calculated(function, values)
    }
  }
}

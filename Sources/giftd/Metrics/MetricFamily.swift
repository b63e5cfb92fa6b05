/// All series of one name, as the text format of Prometheus, version 0.0.4, writes them.
struct MetricFamily: Sendable {
  /// The `Content-Type` of the page.
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  let name: String
  let type: MetricType
  let help: String
  let samples: [MetricSample]

  init(_ name: String, _ type: MetricType, _ help: String, _ samples: [MetricSample]) {
    self.name = name
    self.type = type
    self.help = help
    self.samples = samples
  }

  /// One value without labels; nil without a value.
  init?(_ name: String, _ type: MetricType, _ help: String, _ value: Double?) {
    guard let value else { return nil }
    self.init(name, type, help, [MetricSample([], value)])
  }

  /// One value for each value of a label.
  init(
    _ name: String, _ type: MetricType, _ help: String, by label: String, _ values: [(String, Int)]
  ) {
    let samples = values.map { part, value in
      MetricSample([MetricLabel(name: label, value: part)], Double(value))
    }
    self.init(name, type, help, samples)
  }

  /// Its lines, each ended by a line feed.
  var text: String {
    var text = "# HELP \(name) \(help.escaped(quotes: false))\n# TYPE \(name) \(type.rawValue)\n"
    for sample in samples {
      let labels = sample.labels.map { "\($0.name)=\"\($0.value.escaped(quotes: true))\"" }
      let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
      text += "\(name)\(sample.suffix)\(list) \(MetricSample.text(sample.value))\n"
    }
    return text
  }
}

/// What the values of a family mean.
enum MetricType: String, Hashable, Sendable {
  case counter
  case gauge
  case histogram
}

/// One value of one series.
struct MetricSample: Hashable, Sendable {
  let labels: [MetricLabel]
  let value: Double
  /// What a histogram's parts add to the name.
  let suffix: String

  init(_ labels: [MetricLabel], _ value: Double, suffix: String = "") {
    self.labels = labels
    self.value = value
    self.suffix = suffix
  }

  /// A number as the format has it, whole ones without a point.
  static func text(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return Int64(exactly: value).map(String.init) ?? "\(value)"
  }
}

/// What tells series of one name apart.
struct MetricLabel: Hashable, Sendable {
  let name: String
  let value: String
}

extension String {
  /// The text with what would end it written otherwise.
  fileprivate func escaped(quotes: Bool) -> String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\"" where quotes: text += "\\\""
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

/// What the comment above a statement says that it takes and gives.
struct StatementHeader {
  struct Column: Hashable {
    let name: String
    let type: String
  }

  /// The types of the parameters, in the order of their numbers.
  let parameters: [String]
  /// The columns in their order; none where nobody reads the result.
  let columns: [Column]

  init(of statement: String) {
    let comment = statement.split(separator: "\n").prefix { $0.hasPrefix("--") }
      .map { $0.dropFirst(2).drop { $0 == " " } }.joined(separator: " ")
    let parameter =
      #/\$(\d+) ((?:bigint|text|timestamptz|bytea|boolean|double precision)(?:\[\])?)/#
    parameters = comment.matches(of: parameter).map { String($0.output.2) }
    let column =
      #/([a-z0-9_]+) ((?:bigint|text|timestamptz|bytea|boolean|double precision)(?:\[\])?)/#
    columns = comment.split(separator: "Columns: ", maxSplits: 1).dropFirst().flatMap { rest in
      rest.prefix(upTo: rest.firstRange(of: ". ")?.lowerBound ?? rest.endIndex)
        .matches(of: column)
        .map { Column(name: String($0.output.1), type: String($0.output.2)) }
    }
  }
}

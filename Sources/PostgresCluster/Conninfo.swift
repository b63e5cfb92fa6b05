/// A value between single quotes, with `'` and `\` escaped, as libpq's connection strings want it
/// (PostgreSQL documentation, 34.1.1.1).
func quotedForConninfo(_ value: String) -> String {
  var quoted = "'"
  for character in value.unicodeScalars {
    if character == "'" || character == "\\" { quoted.unicodeScalars.append("\\") }
    quoted.unicodeScalars.append(character)
  }
  return quoted + "'"
}

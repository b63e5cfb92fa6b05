package import Postgres

extension ConnectionSettings {
  /// How tests reach the tables of a catalogue by their bare names, as its superuser, or in a role;
  /// what they create without a schema lies beside these.
  package static func tables(of conninfo: String, role: String? = nil) -> ConnectionSettings {
    var settings = ConnectionSettings(
      conninfo: conninfo, applicationName: "tests", role: role)
    settings.searchPath = ["gift"]
    return settings
  }
}

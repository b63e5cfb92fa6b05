extension Import {
  /// A manifest with every member that one may have; docs/manifest.md explains it.
  ///
  /// It goes with fixtures/lottie/valid, and is dated so that no test will ever be in its past.
  static let exampleText = #"""
    {
      "zone": "Europe/Berlin",
      "placements": [{"name": "splash", "choose": "random"}],
      "categories": [
        {"id": "flowers", "names": {"en": "Flowers", "de": "Blumen"}, "fallback": "en", "order": 1}
      ],
      "gifts": [
        {
          "id": "rose",
          "file": "rose.json",
          "loop": "sway",
          "segments": [
            {"name": "open", "first": 0, "last": 44}, {"name": "sway", "first": 44, "last": 90}
          ],
          "names": {"en": "Rose", "de": "Rose", "zh-Hant": "玫瑰"},
          "fallback": "en",
          "price": 10,
          "category": "flowers",
          "order": 10,
          "places": ["gifts", "splash:2"],
          "only": ["android", "ios>=8.2"],
          "regions": ["AT", "DE"],
          "tags": ["valentine", "romantic"],
          "streakable": true,
          "note": "Licensed until June 2091",
          "publish": true,
          "version": 1,
          "from": "2090-12-20T10:00:00Z",
          "windows": [
            {"from": "2091-02-08 00:00", "until": "2091-02-15 00:00", "version": 1, "price": 7},
            {"from": "2091-04-01 00:00", "until": "2091-04-02 00:00", "hide": true}
          ],
          "retire": "2091-06-01 00:00"
        },
        {
          "id": "fireworks",
          "file": "fireworks.json",
          "names": {"en": "Fireworks"},
          "price": 1000,
          "publish": true,
          "from": "2090-12-31 18:00",
          "until": "2091-01-02 00:00"
        },
        {"id": "crown", "file": "crown.json", "names": {"en": "Crown"}, "price": 2500}
      ]
    }
    """#

  /// Prints the example; `source` is left out then.
  ///
  /// Throws `CommandError.usage` if a folder is given with --example, or neither.
  func printExample() throws(CommandError) {
    guard example else {
      throw .usage("Name a folder to import, or - for standard input; --example prints a manifest.")
    }
    guard source == nil else {
      throw .usage("Give a folder or --example, not both.")
    }
    Terminal.print(Self.exampleText)
  }
}

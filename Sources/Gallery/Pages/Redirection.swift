/// A page that only leads on.
package enum Redirection {
  /// A page that leads to an address at once, with or without a script.
  package static func page(to address: String) -> HTML {
    HTML.document {
      HTML(.head) {
        HTML(.meta, .fixed(.encoding))
        HTML(.meta, .fixed(.meta(.referrer)), .content("no-referrer"))
        HTML(.meta, .fixed(.refresh), .content("0; url=\(address)"))
        HTML(.title) { "Gifts" }
      }
      HTML(.body)
    }
  }
}

/// The elements that pages consist of.
enum Element: String, Sendable {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case a, article, body, button, code, dd, details, div, dl, dt, em, figcaption, figure
  // More of them.
  case footer, form, h1, h2, h3, head, header, html, img, input, label, li, link, main, meta, nav
  // More of them.
  case ol, option, p, path, pattern, picture, rect, script, section, select, source, span, strong
  // More of them.
  case summary, svg, text, time, title, ul, bdi, line

  /// Whether it has no content (WHATWG HTML §13.1.2).
  var isVoid: Bool {
    switch self {
    case .img, .input, .link, .meta, .source: true
    default: false
    }
  }
}

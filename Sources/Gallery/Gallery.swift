// Gallery owns the pages that show the whole catalogue: what is on them, how they link to each
// other, and their HTML, CSS and SVG. Values go in, text comes out: it must not know files,
// sockets, databases, clocks or the environment, nor how a picture is drawn.

/// The files that all pages share.
package enum SharedFile: String, Hashable, Sendable, CaseIterable {
  /// How pages look.
  case stylesheet = "gallery.css"
  /// What pages do without: it asks for them again at a boundary, and copies commands.
  case script = "gallery.js"
  /// The icon of the browser's tab.
  case icon = "icon.svg"

  /// Its bytes.
  package var bytes: [UInt8] {
    switch self {
    case .stylesheet: PackageResources.gallery_css
    case .script: PackageResources.gallery_js
    case .icon: PackageResources.icon_svg
    }
  }

  /// Its media type.
  package var mediaType: String {
    switch self {
    case .stylesheet: "text/css; charset=utf-8"
    case .script: "text/javascript; charset=utf-8"
    case .icon: "image/svg+xml"
    }
  }
}

/// What a browser may load for a page (Content Security Policy Level 3): the gallery's pictures,
/// stylesheet and script; forms lead only to the gallery, and relative addresses are its own.
package enum ContentPolicy {
  /// The policy as a page of a folder has it.
  package static let text =
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; "
    + "base-uri 'none'; form-action 'self'"
  /// The same for a response, which can also say that no other page may show it.
  package static let served = text + "; frame-ancestors 'none'"
}

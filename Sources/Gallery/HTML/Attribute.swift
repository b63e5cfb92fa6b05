import GiftDomain

/// An attribute of an element: only what pages need, so no `style`, no handlers of events, and no
/// address but an `Address`.
enum Attribute: Sendable {
  /// Names of CSS classes, with blanks between them.
  case classes(StaticString)
  /// The name of a part, to which links lead.
  case id(String)
  /// Where a link leads.
  case link(Address)
  /// Where a picture, a script or a form's answer is.
  case source(Address)
  /// The same for `source` elements.
  case sourceSet(Address)
  /// Where a form sends its fields.
  case action(Address)
  /// The text in place of a picture.
  case alternative(String)
  /// What an element is called by a screen reader.
  case label(String)
  /// A hint on what is shown shortened.
  case title(String)
  /// The language of its text.
  case language(String)
  /// The direction of its text.
  case direction(TextDirection)
  /// The width in pixels, for the space that it takes before it is loaded.
  case width(Int64)
  /// The same for the height.
  case height(Int64)
  /// An instant for programs.
  case instant(Timestamp)
  /// A name with a fixed value.
  case fixed(FixedAttribute)
  /// A field's name.
  case name(StaticString)
  /// A field's value, or what a `meta` element says.
  case value(String)
  /// What a `meta` element says.
  case content(String)
  /// The text in an empty field.
  case placeholder(StaticString)
  /// The most UTF-16 code units that can be typed into a field.
  case maxLength(Int)
  /// In how many seconds the script asks for the page again.
  case refreshAfter(Int64)
  /// A length or place in a drawing.
  case geometry(Geometry)

  var parts: (name: String, value: String) {
    switch self {
    case .classes(let names): ("class", "\(names)")
    case .id(let name): ("id", name)
    case .link(let address): ("href", address.text)
    case .source(let address): ("src", address.text)
    case .sourceSet(let address): ("srcset", address.text)
    case .action(let address): ("action", address.text)
    case .alternative(let text): ("alt", text)
    case .label(let text): ("aria-label", text)
    case .title(let text): ("title", text)
    case .language(let tag): ("lang", tag)
    case .direction(let direction): ("dir", direction.rawValue)
    case .width(let pixels): ("width", "\(pixels)")
    case .height(let pixels): ("height", "\(pixels)")
    case .instant(let instant): ("datetime", instant.rfc3339)
    case .fixed(let fixed): fixed.parts
    case .name(let name): ("name", "\(name)")
    case .value(let text): ("value", text)
    case .content(let text): ("content", text)
    case .placeholder(let text): ("placeholder", "\(text)")
    case .maxLength(let length): ("maxlength", "\(length)")
    case .refreshAfter(let seconds): ("data-refresh-after", "\(seconds)")
    case .geometry(let geometry): geometry.parts
    }
  }
}

/// The direction of a text.
enum TextDirection: String, Sendable {
  /// As Latin is written.
  case leftToRight = "ltr"
  /// As Arabic and Hebrew are written.
  case rightToLeft = "rtl"
}

/// Attributes whose value never varies.
enum FixedAttribute: Sendable {
  /// Of the page that is shown, among links to pages.
  case currentPage
  /// Of a choice that is in effect, among links to choices.
  case currentChoice
  /// Not read by screen readers, as it is said elsewhere.
  case hiddenFromReaders
  /// A drawing that is read as one picture.
  case pictureRole
  /// Loaded once it comes into sight.
  case lazy
  /// Decoded without holding up the page.
  case asynchronous
  /// A form that only reads.
  case get
  /// A field of a kind.
  case field(Field)
  /// A chosen option.
  case selected
  /// Run once the page is read.
  case deferred
  /// Lists that lose their marks lose their role in some readers.
  case listRole
  /// A part that the keyboard reaches, as it can be scrolled.
  case focusable
  /// Only where motion is welcome.
  case motionWelcome
  /// How a head's elements relate to the page.
  case relation(Relation)
  /// What a `meta` element is.
  case meta(Meta)
  /// No suggestions from what was typed earlier.
  case noSuggestions
  /// Seen once the script, which it needs, has run.
  case unseenAtFirst
  /// The encoding of a file.
  case encoding
  /// What a page in a file may load.
  case policy
  /// The tile of a hatched pattern.
  case hatching
  /// The lines of that tile.
  case hatch

  /// The kind of a field.
  enum Field: String, Sendable {
    case search, hidden, checkbox, submit, button
    case instant = "datetime-local"
  }

  /// A relation of a head's `link`.
  enum Relation: String, Sendable { case icon, stylesheet }

  /// The name of a `meta` element.
  enum Meta: String, Sendable {
    case viewport, referrer
    case colours = "color-scheme"
  }

  fileprivate var parts: (name: String, value: String) {
    switch self {
    case .currentPage: ("aria-current", "page")
    case .currentChoice: ("aria-current", "true")
    case .hiddenFromReaders: ("aria-hidden", "true")
    case .pictureRole: ("role", "img")
    case .lazy: ("loading", "lazy")
    case .asynchronous: ("decoding", "async")
    case .get: ("method", "get")
    case .field(let kind): ("type", kind.rawValue)
    case .selected: ("selected", "selected")
    case .deferred: ("defer", "defer")
    case .listRole: ("role", "list")
    case .focusable: ("tabindex", "0")
    case .motionWelcome: ("media", "(prefers-reduced-motion: no-preference)")
    case .relation(let relation): ("rel", relation.rawValue)
    case .meta(let name): ("name", name.rawValue)
    case .noSuggestions: ("autocomplete", "off")
    case .unseenAtFirst: ("hidden", "hidden")
    case .encoding: ("charset", "utf-8")
    case .policy: ("http-equiv", "Content-Security-Policy")
    case .hatching: ("patternUnits", "userSpaceOnUse")
    case .hatch: ("d", "M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2")
    }
  }
}

/// Numbers of a drawing (SVG 2).
enum Geometry: Sendable {
  /// The left edge, in percent of the width.
  case left(percent: Double)
  /// The width, in percent.
  case width(percent: Double)
  /// The upper edge in pixels.
  case top(Double)
  /// The left edge in pixels.
  case inset(Double)
  /// A height in pixels.
  case height(Double)
  /// Rounded corners, in pixels.
  case radius(Double)
  /// The beginning of a line, in percent of the width.
  case lineStart(percent: Double)
  /// The end of a line, in percent of the width.
  case lineEnd(percent: Double)
  /// The upper end of a line, in pixels.
  case lineTop(Double)
  /// The lower end of a line, in percent of the height.
  case lineBottom(percent: Double)

  fileprivate var parts: (name: String, value: String) {
    switch self {
    case .left(let percent): ("x", "\(short(percent))%")
    case .width(let percent): ("width", "\(short(percent))%")
    case .top(let pixels): ("y", short(pixels))
    case .inset(let pixels): ("x", short(pixels))
    case .height(let pixels): ("height", short(pixels))
    case .radius(let pixels): ("rx", short(pixels))
    case .lineStart(let percent): ("x1", "\(short(percent))%")
    case .lineEnd(let percent): ("x2", "\(short(percent))%")
    case .lineTop(let pixels): ("y1", short(pixels))
    case .lineBottom(let percent): ("y2", "\(short(percent))%")
    }
  }
}

package import GiftDomain

/// Where the pages are, and so how they link to each other.
package enum Site: Sendable {
  /// Below a path that ends with a slash, made when a link is followed.
  case served(root: String)
  /// In a folder, made ahead: links are relative, and lead only to what is there.
  case folder(FolderContents)

  /// The address of a page at an instant, nil for now; nil if a folder does not have it.
  ///
  /// The page has names in a language, nil for English.
  func address(
    of page: Page, at instant: Timestamp?, in locale: LocaleTag? = nil, fragment: String = ""
  ) -> Address? {
    switch self {
    case .served(let root):
      Address(
        path: root + page.path,
        query: page.fields(in: locale).map { ("\($0.name)", $0.value) } + dating(page, instant),
        fragment: fragment)
    case .folder(let contents):
      contents.pages.contains(page)
        ? Address(path: FolderContents.fileName(of: page), fragment: fragment) : nil
    }
  }

  /// The address of a page as text; nil if a folder does not have it.
  package func text(of page: Page, at instant: Timestamp?) -> String? {
    address(of: page, at: instant)?.text
  }

  /// The address of a stored picture.
  func address(of picture: Picture) -> Address { file("pictures/\(picture.asset.hex).webp") }

  /// The address of a larger drawing; nil if there is none.
  func address(of drawing: Drawing) -> Address? {
    switch self {
    case .served(let root): Address(path: root + drawing.path)
    case .folder(let contents):
      contents.drawings.contains(drawing) ? Address(path: drawing.path) : nil
    }
  }

  /// The address of a shared file.
  func address(of shared: SharedFile) -> Address { file(shared.rawValue) }

  /// Whether pages are made when they are asked for, at any instant and with any filter.
  var isServed: Bool { if case .served = self { true } else { false } }

  private func dating(_ page: Page, _ instant: Timestamp?) -> [(name: String, value: String)] {
    guard page.isDated, let instant else { return [] }
    return [("at", instant.rfc3339)]
  }

  private func file(_ name: String) -> Address {
    switch self {
    case .served(let root): Address(path: root + name)
    case .folder: Address(path: name)
    }
  }
}

/// The pages and drawings of a gallery in a folder.
package struct FolderContents: Sendable {
  /// The pages.
  package let pages: Set<Page>
  /// The drawings.
  package let drawings: Set<Drawing>

  /// Contents from their parts.
  package init(pages: Set<Page>, drawings: Set<Drawing>) {
    self.pages = pages
    self.drawings = drawings
  }

  /// The name of a page's file; filters that combine several things have none.
  package static func fileName(of page: Page) -> String {
    switch page {
    case .overview(let filter):
      if let standing = filter.standing {
        "status-\(standing.rawValue).html"
      } else if let category = filter.category {
        "category-\(category.text).html"
      } else if let tag = filter.tag {
        "tag-\(tag.text).html"
      } else if let locale = filter.locale {
        "names-\(locale.text).html"
      } else {
        "index.html"
      }
    case .gift(let gift, _): "gift-\(gift.text).html"
    case .rotation(let name): "rotation-\(name.text).html"
    case .boundary(let instant): "changes-\(instant.microseconds).html"
    }
  }
}

extension Page {
  /// Whether it can be seen at any instant; that of a boundary is in its path.
  fileprivate var isDated: Bool { if case .boundary = self { false } else { true } }

  fileprivate var path: String {
    switch self {
    case .overview: ""
    case .gift(let gift, _): "gifts/\(gift.text)"
    case .rotation(let name): "rotations/\(name.text)"
    case .boundary(let instant): "changes/\(instant.microseconds)"
    }
  }

  /// The page that forms start from: the fields are theirs.
  var withoutQuery: Page {
    switch self {
    case .overview: .overview(.all)
    case .gift(let gift, _): .gift(gift, .standard)
    case .rotation, .boundary: self
    }
  }

  /// The fields of its query, with the language of names; a filter has its own.
  func fields(in locale: LocaleTag?) -> [(name: StaticString, value: String)] {
    var fields: [(StaticString, String?)] = []
    switch self {
    case .overview(let filter):
      fields = [
        ("q", filter.text.isEmpty ? nil : filter.text), ("status", filter.standing?.rawValue),
        ("category", filter.category?.text), ("tag", filter.tag?.text),
        ("locale", filter.locale?.text),
      ]
    case .gift(_, let focus):
      fields = [
        ("version", focus.version?.description), ("frame", focus.frame.map { "\($0)" }),
        ("ground", focus.ground?.rawValue),
        ("with", focus.comparison?.version.description),
        ("position", focus.comparison.map { "\($0.position.thousandths)" }),
        ("locale", locale?.text),
      ]
    case .rotation, .boundary: fields = [("locale", locale?.text)]
    }
    return fields.compactMap { name, value in value.map { (name, $0) } }
  }
}

extension Drawing {
  /// Its path below the root, which is also its file's in a folder.
  package var path: String {
    switch self {
    case .motion(let animation, let ground): "drawings/\(animation.hex)-\(ground.rawValue).webp"
    case .frame(let animation, let number): "drawings/\(animation.hex)-frame-\(number).png"
    case .still(let animation, let position):
      "drawings/\(animation.hex)-at-\(position.thousandths).png"
    case .difference(let left, let right, let position):
      "drawings/\(left.hex)-\(right.hex)-at-\(position.thousandths).png"
    }
  }
}

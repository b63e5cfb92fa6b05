extension Ground {
  /// The colour of the canvas that a moving picture names (RFC 9649 §2.7.1.1).
  ///
  /// Alpha, red, green and blue; of the chequered ground, those of its first square.
  ///
  /// Nothing draws it, as the frames cover the canvas; a page shows it around them.
  var backgroundColour: UInt32 { 0xFF00_0000 | UInt32(grey(0, 0)) * 0x01_0101 }

  /// The ground of a moving picture that was made here; nil for any other bytes.
  package init?(ofMotion bytes: [UInt8]) {
    // The header of the file, the extended header and that of the animation, which has the colour.
    let place = 12 + 18 + 8
    guard bytes.count >= place + 4, bytes[30..<34].elementsEqual("ANIM".utf8) else { return nil }
    let colour = bytes[place..<(place + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    guard let ground = Self.allCases.first(where: { $0.backgroundColour == colour }) else {
      return nil
    }
    self = ground
  }
}

// swift-tools-version: 6.0
import PackageDescription

var settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What an app's own compiler warns of must not stop it; ours does, where this is developed.
if Context.environment["STRICT"] != nil {
  settings.append(.unsafeFlags(["-strict-memory-safety", "-warnings-as-errors"]))
}

// Apple's platforms bring CryptoKit, so an app there resolves this package and no other.
#if os(Linux)
  var packages: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")
  ]
  let modules: [Target.Dependency] = [.product(name: "Crypto", package: "swift-crypto")]
#else
  var packages: [Package.Dependency] = []
  let modules: [Target.Dependency] = []
#endif

// Only .ci/docs needs the plugin, so that no app fetches it.
if Context.environment["DOCS"] != nil {
  packages.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

let package = Package(
  name: "gift-kit",
  platforms: [.iOS(.v15), .macOS(.v12)],
  products: [.library(name: "GiftKit", targets: ["GiftKit"])],
  dependencies: packages,
  targets: [
    .target(name: "GiftKit", dependencies: modules, swiftSettings: settings),
    .testTarget(name: "GiftKitTests", dependencies: ["GiftKit"], swiftSettings: settings),
  ]
)

// swift-tools-version: 6.3
import PackageDescription

var strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .strictMemorySafety(),
]
// As in CI. What next year's compiler warns of must not stop whoever builds this with it.
if Context.environment["STRICT"] != nil { strict.append(.treatAllWarnings(as: .error)) }

/// For modules that look at every byte, pixel or row, in debug builds too: tests take a fraction.
let optimised = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The commit as 16 hexadecimal digits, from a release build.
///
/// A development build that was not made anew would name an earlier one.
let commit = Context.environment["BUILD_COMMIT"] ?? "0"

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let giftKit = Target.Dependency.product(name: "GiftKit", package: "Client")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let lifecycle = Target.Dependency.product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let lifecycleTestKit = Target.Dependency.product(
  name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let unixSignals = Target.Dependency.product(
  name: "UnixSignals", package: "swift-service-lifecycle")

let package = Package(
  name: "gift-catalogue",
  products: [
    .executable(name: "giftctl", targets: ["giftctl"]),
    .executable(name: "giftd", targets: ["giftd"]),
    .executable(name: "giftdraw", targets: ["giftdraw"]),
  ],
  dependencies: [
    .package(path: "Client"),
    // The versions that the tests have passed with: no list of them is kept beside this file.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
  ],
  targets: [
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(
      name: "CLibBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(
      name: "CLibSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CLibZ", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "Compression", dependencies: ["CLibBrotli", "CLibZ"], swiftSettings: strict),
    .systemLibrary(
      name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CLibSSL", pkgConfig: "libssl", providers: [.apt(["libssl-dev"])]),
    .target(name: "Hashing", dependencies: ["CLibCrypto"], swiftSettings: strict),
    .target(name: "Disk", dependencies: ["CLibLinux", system], swiftSettings: strict),
    .target(name: "Systemd", dependencies: ["CLibSystemd"], swiftSettings: strict),
    .systemLibrary(name: "CLibLinux"),
    .target(name: "Build", dependencies: ["CLibBuild"], swiftSettings: strict),
    .target(name: "CLibBuild", cSettings: [.define("BUILD_COMMIT", to: "0x\(commit)ULL")]),
    .systemLibrary(
      name: "CLibChafa", pkgConfig: "chafa",
      providers: [.apt(["libchafa-dev", "libglib2.0-dev"])]),
    .target(
      name: "Console", dependencies: ["CLibChafa", "CLibLinux", system], swiftSettings: strict),
    .target(name: "Sockets", dependencies: ["CLibLinux", nioCore], swiftSettings: strict),
    .target(name: "Postgres", dependencies: ["CLibPQ", "CLibSSL"], swiftSettings: strict),
    .target(
      name: "PostgresCluster", dependencies: ["Disk", subprocess, system], swiftSettings: strict),
    .target(
      name: "Delivery",
      dependencies: [
        "Sockets", lifecycle, nioCore, nioPosix,
      ],
      swiftSettings: strict),
    .target(name: "Lottie", swiftSettings: optimised),
    .systemLibrary(
      name: "CLibRlottie", pkgConfig: "rlottie", providers: [.apt(["librlottie-dev"])]),
    .systemLibrary(
      name: "CLibSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .systemLibrary(name: "CLibWebP", pkgConfig: "libwebpmux", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .target(name: "DrawProtocol", swiftSettings: strict),
    .target(
      name: "DrawJail", dependencies: ["CLibRlottie", "CLibSeccomp", "DrawProtocol"],
      swiftSettings: strict),
    .target(
      name: "Pictures",
      dependencies: ["CLibPNG", "CLibWebP", "DrawProtocol", subprocess, system],
      swiftSettings: optimised),
    .executableTarget(
      name: "giftdraw", dependencies: ["Build", "CLibRlottie", "DrawJail", "DrawProtocol"],
      swiftSettings: strict),
    .executableTarget(
      name: "RlottieProbe", dependencies: ["CLibRlottie"], path: "Tests/RlottieProbe",
      swiftSettings: strict),
    .target(name: "GiftDomain", swiftSettings: optimised),
    .target(
      name: "GiftSQL", path: "sql",
      resources: [.embedInCode("migrations"), .embedInCode("queries")], swiftSettings: strict),
    .target(
      name: "GiftStore",
      dependencies: [
        "Compression", "GiftDomain", "GiftSQL", "Hashing", "Postgres", "PostgresCluster",
      ],
      swiftSettings: strict),
    .target(
      name: "GiftPublishing",
      dependencies: [
        "Compression", "DrawProtocol", "GiftDomain", "GiftStore", "Hashing", "Lottie", "Pictures",
      ],
      swiftSettings: strict),
    .target(
      name: "Gallery", dependencies: ["GiftDomain"], resources: [.embedInCode("Assets")],
      swiftSettings: strict),
    .target(
      name: "GiftAnnouncing", dependencies: ["GiftDomain", "GiftStore", logging, metrics],
      swiftSettings: strict),
    .target(
      name: "GiftAPI",
      dependencies: [
        "Compression", "Delivery", "GiftDomain", "GiftStore", "Hashing", logging, metrics, nioCore,
        nioPosix,
      ], swiftSettings: strict),
    .executableTarget(
      name: "watch", dependencies: [giftKit], path: "Examples/watch", swiftSettings: strict),
    .executableTarget(
      name: "giftctl",
      dependencies: [
        "Build", "Compression", "Console", "Delivery", "Disk", "DrawProtocol", "Gallery",
        "GiftDomain",
        "GiftPublishing", "GiftAnnouncing", "GiftStore", "Lottie", "Pictures", "PostgresCluster",
        argumentParser, lifecycle, logging, nioCore, subprocess, system, unixSignals,
      ], swiftSettings: strict),
    .executableTarget(
      name: "giftd",
      dependencies: [
        "Build", "Delivery", "Disk", "GiftAPI", "GiftDomain", "GiftAnnouncing", "GiftStore",
        "PostgresCluster", "Systemd", argumentParser, lifecycle,
        logging, metrics, nioCore, nioPosix, system, unixSignals,
      ], swiftSettings: strict),
    .target(
      name: "Support",
      dependencies: ["Compression", "Hashing", "Postgres", "PostgresCluster", subprocess, system],
      path: "Tests/Support", swiftSettings: strict),
    .target(
      name: "StoreSupport", dependencies: ["GiftDomain", "GiftStore", "Postgres", "Support"],
      path: "Tests/StoreSupport", swiftSettings: strict),
    .target(
      name: "DaemonSupport",
      dependencies: [
        "GiftDomain", "GiftStore", "StoreSupport", "Support", nioCore, nioPosix, subprocess,
      ], path: "Tests/DaemonSupport", swiftSettings: strict),
    .testTarget(
      name: "GiftAPITests",
      dependencies: [
        "Compression", "Delivery", "GiftAPI", "GiftDomain", "GiftStore",
        "PostgresCluster",
        "StoreSupport", "Support", httpTypes, logging, nioCore,
      ], swiftSettings: strict),
    .testTarget(
      name: "GiftctlTests",
      dependencies: [
        "Build", "Compression", "GiftDomain", "GiftPublishing", "GiftStore", "Lottie", "Postgres",
        "DaemonSupport", "DrawProtocol", "Pictures", "PostgresCluster", "SlowLink", "StoreSupport",
        "Support",
        "giftctl",
        "giftd", "giftdraw", nioCore, subprocess, system,
      ],
      exclude: ["Golden/texts"], swiftSettings: strict),
    .testTarget(
      name: "GiftdTests",
      dependencies: [
        "Build", "Compression", "DaemonSupport", "GiftDomain", "GiftStore", "PostgresCluster",
        "StoreSupport", "Support", "giftd", logging, nioCore, nioPosix,
      ], swiftSettings: strict),
    .testTarget(name: "HashingTests", dependencies: ["Hashing"], swiftSettings: strict),
    .testTarget(
      name: "CompressionTests", dependencies: ["Compression", "Support"], swiftSettings: strict),
    .target(
      name: "SlowLink", dependencies: [nioCore, nioPosix], path: "Tests/SlowLink",
      swiftSettings: strict),
    .testTarget(
      name: "DeliveryTests",
      dependencies: [
        "Delivery", "Support", nioCore, nioPosix, lifecycleTestKit,
      ], swiftSettings: strict),
    .testTarget(
      name: "GalleryTests", dependencies: ["Gallery", "GiftDomain", "Support"],
      swiftSettings: strict),
    .target(
      name: "FaultyProxy", dependencies: ["Support", nioCore, nioPosix],
      path: "Tests/FaultyProxy", swiftSettings: strict),
    // Those that need no server; the library's own package runs them, too.
    .testTarget(
      name: "ClientUnitTests", dependencies: [giftKit], path: "Client/Tests/GiftKitTests",
      swiftSettings: strict),
    .testTarget(
      name: "ClientTests",
      dependencies: [
        "DaemonSupport", "FaultyProxy", "GiftDomain", "GiftStore", "StoreSupport", "Support",
        "giftd", "watch", giftKit, nioCore,
      ], swiftSettings: strict),
    .testTarget(name: "GiftDomainTests", dependencies: ["GiftDomain"], swiftSettings: strict),
    .testTarget(
      name: "GiftPublishingTests",
      dependencies: [
        "Compression", "DrawProtocol", "GiftDomain", "GiftPublishing", "GiftStore", "Lottie",
        "Pictures", "Postgres", "StoreSupport", "Support", "giftdraw", system,
      ], swiftSettings: strict),
    .testTarget(
      name: "GiftAnnouncingTests",
      dependencies: [
        "GiftDomain", "GiftAnnouncing", "GiftStore", "Postgres", "StoreSupport", "Support",
        "giftctl", logging,
      ], swiftSettings: strict),
    .testTarget(
      name: "GiftStoreTests",
      dependencies: [
        "GiftDomain", "GiftSQL", "GiftStore", "Postgres", "PostgresCluster",
        "StoreSupport", "Support",
      ], swiftSettings: strict),
    .testTarget(
      name: "DiskTests", dependencies: ["Disk", "Support", system], swiftSettings: strict),
    .testTarget(
      name: "SocketsTests", dependencies: ["Sockets", nioCore, nioPosix], swiftSettings: strict),
    .target(
      name: "Mutants", dependencies: ["Lottie", "Support"], path: "Tests/Mutants",
      swiftSettings: strict),
    .testTarget(
      name: "LottieTests", dependencies: ["Lottie", "Mutants", "RlottieProbe", "Support"],
      swiftSettings: strict),
    .systemLibrary(name: "CLibProbe", path: "Tests/CLibProbe"),
    .executableTarget(
      name: "JailProbe",
      dependencies: [
        "CLibProbe", "CLibRlottie", "CLibSeccomp", "DrawJail", "DrawProtocol",
      ],
      path: "Tests/JailProbe", swiftSettings: strict),
    .executableTarget(
      name: "DrawBench",
      dependencies: ["DrawProtocol", "Mutants", "Pictures", subprocess, system],
      path: "Tests/DrawBench", swiftSettings: strict),
    .testTarget(
      name: "PicturesTests",
      dependencies: [
        "DrawBench", "DrawProtocol", "JailProbe", "Pictures", "Support", "giftdraw", system,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PostgresTests", dependencies: ["Postgres", "PostgresCluster", "Support"],
      swiftSettings: strict),
    .testTarget(
      name: "PostgresClusterTests", dependencies: ["PostgresCluster", "Support"],
      swiftSettings: strict),
    .testTarget(
      name: "TidyTests", dependencies: ["Build", "Support"], exclude: ["phrases.txt"],
      swiftSettings: optimised),
  ]
)

// Only what measures needs these: their scripts set the variable.
if Context.environment["BENCHMARKS"] != nil {
  package.targets += [
    .executableTarget(
      name: "CatalogueBench", dependencies: ["GiftDomain"], path: "Benchmarks/CatalogueBench",
      swiftSettings: strict),
    .executableTarget(
      name: "ClientBench", dependencies: [giftKit], path: "Benchmarks/ClientBench",
      swiftSettings: strict),
    .executableTarget(
      name: "ClientCrowd", dependencies: [nioCore, nioPosix], path: "Benchmarks/ClientCrowd",
      swiftSettings: strict),
    .executableTarget(
      name: "LottieBench", dependencies: ["CLibRlottie", "Compression", "Lottie", "Mutants"],
      path: "Benchmarks/LottieBench", swiftSettings: strict),
    .executableTarget(
      name: "SlowLinkRun", dependencies: ["SlowLink", nioCore], path: "Benchmarks/SlowLinkRun",
      swiftSettings: strict),
  ]
}

// libFuzzer brings a main function of its own, so this is built by Tests/Trials/fuzz alone.
if Context.environment["FUZZ"] != nil {
  package.targets.removeAll { $0.type == .test }
  package.targets += [
    .target(
      name: "ConnectionModel", dependencies: ["Delivery", nioCore],
      path: "Tests/DeliveryTests/Model", swiftSettings: strict),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "Compression", "ConnectionModel", "Delivery", "GiftAPI", "GiftDomain", "GiftPublishing",
        "GiftStore", "Lottie", "Pictures", "Postgres", "StoreSupport", "Support", nioCore,
      ], path: "Tests/Fuzz", exclude: ["Seeds"], swiftSettings: strict),
  ]
}

// Release builds of all tests take a quarter of an hour: .ci/test-release can do with one target.
if let only = Context.environment["ONLY_TESTS"] {
  let names = only.split(separator: " ").map(String.init)
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// Only .ci/docs needs the plugin, so that no other build fetches it.
if Context.environment["DOCS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

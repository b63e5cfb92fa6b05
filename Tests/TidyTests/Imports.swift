/// One import statement.
struct Import: Equatable {
  let module: String
  let line: Int
}

/// The modules a file imports, submodules under their module's name.
func imports(_ source: SwiftSource) -> [Import] {
  let all = words(source.code)
  let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
  return all.indices.compactMap { index in
    guard all[index].text == "import", index + 1 < all.count,
      index == 0 || all[index - 1].text != "."
    else { return nil }
    let next = kinds.contains(all[index + 1].text) && index + 2 < all.count ? 2 : 1
    return Import(module: all[index + next].text, line: all[index].line)
  }
}

/// Which of the project's own modules each module may import: the arrows of the design.
let arrows: [String: Set<String>] = [
  "Build": ["CLibBuild"],
  "Postgres": ["CLibPQ", "CLibSSL"],
  "Disk": ["CLibLinux"],
  "Compression": ["CLibBrotli", "CLibZ"],
  "Hashing": ["CLibCrypto"],
  "PostgresCluster": ["Disk"],
  "Lottie": [],
  "GiftDomain": [],
  "GiftSQL": [],
  "GiftStore": [
    "Compression", "Postgres", "PostgresCluster", "GiftSQL", "GiftDomain", "Hashing",
  ],
  "GiftPublishing": [
    "GiftStore", "GiftDomain", "Lottie", "Compression", "DrawProtocol", "Hashing", "Pictures",
  ],
  "GiftAnnouncing": ["GiftStore", "GiftDomain"],
  "Sockets": ["CLibLinux"],
  "Console": ["CLibChafa", "CLibLinux"],
  "Systemd": ["CLibSystemd"],
  "Delivery": ["Sockets"],
  "DrawProtocol": [],
  "DrawJail": ["CLibRlottie", "CLibSeccomp", "DrawProtocol"],
  "Pictures": ["CLibPNG", "CLibWebP", "DrawProtocol"],
  "giftdraw": ["Build", "CLibRlottie", "DrawJail", "DrawProtocol"],
  "GiftAPI": ["GiftStore", "GiftDomain", "Compression", "Delivery", "Hashing"],
  "Gallery": ["GiftDomain"],
  "GiftKit": [],
  "giftctl": [
    "Build", "Compression", "Console", "Delivery", "Disk", "DrawProtocol", "Gallery",
    "GiftPublishing", "GiftAnnouncing", "GiftStore", "GiftDomain", "Lottie", "Pictures",
    "PostgresCluster",
  ],
  "giftd": [
    "Build", "Delivery", "Disk", "GiftAPI", "GiftAnnouncing", "GiftStore", "GiftDomain",
    "PostgresCluster", "Systemd",
  ],
]

/// Imports of our own modules that no arrow allows.
///
/// `GiftDomain` imports nothing whatsoever.
func forbiddenImports(_ source: SwiftSource, own: Set<String>) -> [Violation] {
  imports(source).compactMap { found in
    if source.module == "GiftDomain" {
      return source.violation(found.line, "GiftDomain imports \(found.module)")
    }
    guard own.contains(found.module) else { return nil }
    guard let allowed = arrows[source.module] else {
      return source.violation(found.line, "\(source.module) has no arrows in the table")
    }
    let isAllowed = allowed.contains(found.module)
    return isAllowed
      ? nil : source.violation(found.line, "\(source.module) imports \(found.module)")
  }
}

/// Modules that come with the toolchain, or with Apple's systems, and are not declared.
private let toolchainModules: Set<String> = [
  "Swift", "Foundation", "FoundationEssentials", "FoundationNetworking",
  "FoundationXML", "Glibc", "Dispatch", "BackgroundTasks", "Security", "SwiftUI",
  "Synchronization", "Testing", "RegexBuilder",
]

/// Differences between what a target imports and what the manifest declares for it.
func undeclaredImports(
  _ sources: [SwiftSource], target: Manifest.Target
) -> [Violation] {
  let declared = Set(target.dependencies)
  let used = sources.flatMap { source in imports(source).map { (source, $0) } }
    .filter { !toolchainModules.contains($0.1.module) && $0.1.module != target.name }
  let undeclared = used.filter { !declared.contains($0.1.module) }.map { source, found in
    source.violation(found.line, "imports \(found.module), which \(target.name) does not declare")
  }
  // A test that runs a command as a process imports nothing of it, and yet it has to be built.
  let programs: Set = [
    "giftctl", "giftd", "giftdraw", "watch", "DrawBench", "JailProbe", "RlottieProbe",
  ]
  let run = target.name.hasSuffix("Tests") ? programs : []
  let unused = declared.subtracting(used.map(\.1.module)).subtracting(run).sorted().map {
    Violation(path: "Package.swift", line: 0, fact: "\(target.name) declares unused \($0)")
  }
  return undeclared + unused
}

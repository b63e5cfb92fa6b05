import Foundation
import GiftKit
import Support
import Testing

/// The library as apps take it: a package of its own.
struct PackageTests {
  @Test func `the package resolves itself and what a platform lacks, no more`() async throws {
    let folder = try CacheFolder()
    defer { folder.delete() }
    let swift = ProcessInfo.processInfo.environment["SWIFT"] ?? "swift"
    let outcome = try await runProcess(
      swift,
      [
        "package", "--package-path", Places.packageRoot + "/Client", "--scratch-path",
        folder.url.path, "show-dependencies", "--format", "json",
      ])
    let json = outcome.outputText
    let identities = json.components(separatedBy: "\"identity\"").dropFirst().map {
      $0.components(separatedBy: "\"")[1]
    }
    // On Apple's systems the first alone, as CryptoKit is there.
    #expect(identities == ["client", "swift-crypto", "swift-asn1"], "\(outcome.errorText)")
  }

  @Test func `a module and its class have different names`() throws {
    // As a type of the module, which a class of the same name would hide.
    #expect(String(reflecting: GiftKit.Gift.self) == "GiftKit.Gift")
  }
}

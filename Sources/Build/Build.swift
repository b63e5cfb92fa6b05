// Build owns what tells this build from others: its version and its commit. It must not know who
// asks.

internal import CLibBuild

/// This build of the project's programs.
package enum Build {
  /// The version of the whole project (semver.org): the newest in CHANGELOG.md, and that of
  /// openapi.yaml and the images in deploy/.
  package static let version = "0.1.0"

  /// The first 16 hexadecimal digits of the commit that it was made from; "unknown" in development
  /// builds.
  package static let commit: String = {
    let digits = String(build_commit(), radix: 16)
    return digits == "0" ? "unknown" : String(repeating: "0", count: 16 - digits.count) + digits
  }()
}

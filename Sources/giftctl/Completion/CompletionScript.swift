import ArgumentParser
import FoundationEssentials

/// The script that makes a shell complete giftctl's words.
enum CompletionScript {
  /// The script that `--generate-completion-script SHELL` prints; nil for any other words.
  ///
  /// For fish it differs from what the parser generates: there, a verb with a `--version` of its
  /// own would have two flags of that name, and fish 3 would search for ever after its first word.
  static func requested(by words: ArraySlice<String>) -> String? {
    guard words.count == 2, words.first == "--generate-completion-script",
      let shell = words.last.flatMap(CompletionShell.init)
    else { return nil }
    let script = Giftctl.completionScript(for: shell)
    guard shell == .fish else { return script }
    return script.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        line.contains(" 'version=' ")
          ? String(line.replacing(" 'version' ", with: " "))
          : String(line)
      }
      .joined(separator: "\n")
  }
}

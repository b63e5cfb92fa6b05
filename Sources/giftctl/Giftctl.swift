// giftctl is the content team's command: it parses, makes one call, prints one answer. It reads
// the environment, the arguments and files, and must not decide anything that a module below can
// decide.

import ArgumentParser
import Build
import FoundationEssentials

/// The content team's command.
@main
struct Giftctl: AsyncParsableCommand {
  /// The program's name.
  static let name = "giftctl"

  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Adds, publishes and retires gifts for live streams.",
    discussion: """
      The database is named by --database, GIFT_DATABASE or libpq's own PG… variables; with none \
      of them, giftctl starts a private PostgreSQL in the user's data folder.

      Exit codes: 0 done or unchanged · 1 failure · 2 not found · 3 conflict · 4 refused by the \
      check · 5 not allowed · 6 database unreachable · 7 outcome unknown, run again · \
      8 waited too long · 9 done without what cannot be read · 64 usage.
      """,
    version: Build.version,
    subcommands: [
      Check.self, Edit.self, Add.self, Publish.self, Retire.self, Withdraw.self,
      RestoreAsset.self, Rollback.self, Undo.self, List.self, Show.self, Next.self, History.self,
      Diff.self, Served.self, Calendar.self, RotationGroup.self,
      PlacementCommands.self, CategoryCommands.self, ShowGallery.self, Export.self,
      PicturesGroup.self, Poster.self,
      Import.self, Verify.self, DatabaseGroup.self, Repair.self,
    ])

  static func main() async {
    let asJSON = CommandLine.arguments.contains("--json")
    do {
      if let script = CompletionScript.requested(by: CommandLine.arguments.dropFirst()) {
        return Terminal.print(script)
      }
      if LimitsPage.isRequested(by: CommandLine.arguments.dropFirst()) {
        return LimitsPage.lines.forEach(Terminal.print)
      }
      // Swift puts U+FFFD for bytes of arguments that are not UTF-8, and would store that.
      if let word = CommandLine.arguments.first(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
        throw CommandError.usage(
          "\(quoted(word)) contains bytes that are not UTF-8: use a terminal in UTF-8, or name the "
            + "file otherwise.")
      }
      if let (word, option) = Self.dashed {
        throw CommandError.usage(
          "\(quoted(word)) begins with a dash of typography: write \(option)")
      }
      let style = try TimeStyle(
        arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)
      await TimeStyle.$current.withValue(style) {
        do {
          var command = try await parsed()
          if var command = command as? any AsyncParsableCommand {
            try await command.run()
          } else {
            try command.run()
          }
          endIfIncomplete()
        } catch {
          end(with: error, asJSON: asJSON)
        }
      }
    } catch {
      end(with: error, asJSON: asJSON)
    }
  }
}

extension Giftctl {
  /// An option that begins with a dash which text editors put for two hyphens, and the option; the
  /// value of an option may begin with any.
  private static var dashed: (word: String, option: String)? {
    let words = CommandLine.arguments
    for (previous, word) in zip(words, words.dropFirst()) where !previous.hasPrefix("-") {
      let name = word.drop { "–—−".contains($0) }
      guard name.count < word.count, name.wholeMatch(of: /[a-z][a-z-]+(=.*)?/) != nil else {
        continue
      }
      return (word, "--\(name)")
    }
    return nil
  }

  /// The command that the first word names, parsed alone: parsing through the root takes three
  /// times as long.
  ///
  /// Anything else, such as help or a mistake, is parsed by the root, which has the messages.
  private static func parsed() async throws -> sending any ParsableCommand {
    let words = CommandLine.arguments.dropFirst()
    let verb = configuration.subcommands.first {
      $0.configuration.commandName == words.first
        || $0.configuration.aliases.contains(words.first ?? "")
    }
    // Groups are not verbs, and shell completion works only through the root.
    guard let verb = verb as? any AsyncParsableCommand.Type else {
      return try await asyncParseAsRoot()
    }
    do {
      let command = try await verb.asyncParseAsRoot(Array(words.dropFirst()))
      return command is any AsyncParsableCommand ? command : try await asyncParseAsRoot()
    } catch {
      return try await asyncParseAsRoot()
    }
  }
}

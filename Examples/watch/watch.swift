import Foundation
import GiftKit

/// Prints each catalogue of a server as one line of JSON, and the animations on request.
///
/// `watch URL [--cache FOLDER] [--events] [--animations]`
@main
struct Watch {
  static func main() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let events = arguments.removeAll(named: "--events")
    let animations = arguments.removeAll(named: "--animations")
    var cache = CacheConfiguration(memoryLimit: .megabytes(32))
    if let index = arguments.firstIndex(of: "--cache"), index + 1 < arguments.count {
      let folder = URL(fileURLWithPath: arguments[index + 1], isDirectory: true)
      cache = CacheConfiguration(directory: folder, limit: .megabytes(200))
      arguments.removeSubrange(index...(index + 1))
    }
    guard arguments.count == 1, let server = URL(string: arguments[0]) else {
      say("usage: watch URL [--cache FOLDER] [--events] [--animations]", to: .standardError)
      exit(64)
    }
    do throws(GiftClientError) {
      let gifts = try GiftClient(
        server: server, cache: cache, updates: events ? .events : .polling)
      for await catalogue in gifts.catalogues {
        say(line(catalogue))
        guard animations else { continue }
        for (id, result) in await gifts.animations(for: catalogue.gifts.map(\.id)) {
          switch result {
          case .success(let animation): say("\(id) \(animation.digest)")
          case .failure(let error): say("\(id): \(error)", to: .standardError)
          }
        }
      }
    } catch {
      say("\(error)", to: .standardError)
      exit(1)
    }
  }

  private static func line(_ catalogue: Catalogue) -> String {
    let ids = catalogue.gifts.map { "\"\($0.id)\"" }.joined(separator: ",")
    return "{\"token\":\"\(catalogue.token)\",\"ids\":[\(ids)],\"age\":\(catalogue.age),"
      + "\"offline\":\(catalogue.isOffline),\"reset\":\(catalogue.isReset)}"
  }

  private static func say(_ line: String, to file: FileHandle = .standardOutput) {
    file.write(Data((line + "\n").utf8))
  }
}

extension [String] {
  fileprivate mutating func removeAll(named name: String) -> Bool {
    let before = count
    removeAll { $0 == name }
    return count < before
  }
}

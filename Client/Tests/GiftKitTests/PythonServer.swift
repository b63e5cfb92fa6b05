import Dispatch
import Foundation
import Testing

/// A server in Python, which runs while a test does.
enum PythonServer {
  /// Runs a script that prints its port when it listens, and ends with its input.
  ///
  /// - Parameters:
  ///   - script: the program.
  ///   - arguments: its arguments.
  ///   - line: the first line of its input, of any length.
  ///   - body: is given the port.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, and when there is no Python.
  static func run<Value: Sendable>(
    _ script: String, _ arguments: [String], line: String,
    _ body: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> Value {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-u", "-c", script] + arguments
    // The script does not outlive whoever starts it, because its input ends then.
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    // A child of a thread of Dispatch does not hear SIGTERM.
    defer { kill(process.processIdentifier, SIGKILL) }
    let (writer, reader) = (input.fileHandleForWriting, output.fileHandleForReading)
    let port: Data = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        writer.write(Data((line + "\n").utf8))
        continuation.resume(returning: reader.availableData)
      }
    }
    let text = String(decoding: port, as: UTF8.self).trimmingCharacters(in: .newlines)
    return try await body(try #require(Int(text)))
  }
}

import Foundation
import Testing

/// A server that means no good; in Python, because it has to break HTTP.
struct HostileServer {
  /// How it answers; the names are those of the script's functions.
  enum Answer: String, CaseIterable, Sendable {
    case redirect, endless, bomb, html, longer, wrong, cut, cutgzip, garbage, nothing, failure
    case busy, missing, forever
  }

  /// Runs a server that answers each first request for the catalogue well, and every other request
  /// as `answer` says.
  ///
  /// - Parameters:
  ///   - answer: how every other request is answered.
  ///   - catalogue: the body of the good answer.
  ///   - content: what requests for assets would get from a good server.
  ///   - body: is given the server's URL.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, and when there is no Python.
  static func run<Value: Sendable>(
    _ answer: Answer, catalogue: Data, content: Data = Data(),
    _ body: @escaping @Sendable (URL) async throws -> Value
  ) async throws -> Value {
    let arguments = [
      answer.rawValue, catalogue.base64EncodedString(), content.base64EncodedString(),
    ]
    return try await PythonServer.run(script, arguments, line: "") { port in
      try await body(try #require(URL(string: "http://127.0.0.1:\(port)")))
    }
  }

  private static let script = #"""
    import base64, gzip, os, socket, sys, threading, time
    answer, catalogue, content = sys.argv[1], *map(base64.b64decode, sys.argv[2:])
    served = []

    def reply(c, status, fields, body):
        fields = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"] + fields
        c.sendall("\r\n".join(fields + ["", ""]).encode() + body)

    def gzipped(c, body, cut=0):
        body = gzip.compress(body, 1)
        reply(c, "200 OK", ["Content-Encoding: gzip"], body[:len(body) - cut])

    def endless(c):
        c.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        while True:
            # About as fast as a good network: URLSession on Linux reads on after it is cancelled.
            c.sendall(b"x" * 65536)
            time.sleep(0.002)

    def forever(c):
        c.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        c.recv(1)

    answers = {
        "redirect": lambda c: reply(c, "302 Found", ["Location: /good"], b""),
        "endless": endless,
        "forever": forever,
        "bomb": lambda c: gzipped(c, bytes(40_000_000)),
        "html": lambda c: reply(c, "200 OK", ["Content-Type: text/html"], b"<html>Log in</html>"),
        "longer": lambda c: reply(c, "200 OK", [], content + b" "),
        "wrong": lambda c: reply(c, "200 OK", [], content[:-1] + b"?"),
        "cut": lambda c: c.sendall(
            b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(content) + content[:-9]),
        "cutgzip": lambda c: gzipped(c, os.urandom(5000) + content, 9),
        "garbage": lambda c: c.sendall(b"\x16\x03\x01 hello\r\n\r\n"),
        "nothing": lambda c: None,
        "failure": lambda c: reply(c, "500 Internal Server Error", [], b""),
        "busy": lambda c: reply(
            c, "503 Service Unavailable", ["Retry-After: 99999999999999999999"], b""),
        "missing": lambda c: reply(
            c, "404 Not Found", ["Content-Type: application/problem+json"], b"{}"),
    }

    def handle(c):
        head = c.recv(65536)
        path = head.split(b" ")[1] if b" " in head else b""
        try:
            if path == b"/good":
                reply(c, "200 OK", [], content)
            elif path.startswith(b"/v1/catalogue") and not served:
                served.append(path)
                reply(c, "200 OK", [], catalogue)
            else:
                answers[answer](c)
        except OSError:
            pass
        c.close()

    def end_with_input():
        sys.stdin.read()
        os._exit(0)

    threading.Thread(target=end_with_input, daemon=True).start()
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(listener.getsockname()[1])
    while True:
        threading.Thread(target=handle, args=(listener.accept()[0],), daemon=True).start()
    """#
}

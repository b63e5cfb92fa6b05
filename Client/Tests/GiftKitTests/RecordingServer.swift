import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server that answers some paths well, and remembers what it was asked.
struct RecordingServer: Sendable {
  /// A request that it got.
  struct Request: Sendable, Decodable {
    /// With its query.
    let path: String
    /// By lower-case name.
    let fields: [String: String]
  }

  let url: URL

  /// What it was asked so far.
  func requests() async throws -> [Request] {
    let (data, _) = try await URLSession.shared.data(from: url.appendingPathComponent("recorded"))
    return try JSONDecoder().decode([Request].self, from: data)
  }

  /// Runs a server while `body` runs.
  ///
  /// - Parameters:
  ///   - answers: bodies by path, with or without its query; other paths are 404.
  ///   - status: of all answers that have a body.
  ///   - certificate: a PEM file with a certificate and its key; nil: it speaks plain HTTP.
  ///   - body: is given the server.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, and when there is no Python.
  static func run<Value: Sendable>(
    _ answers: [String: Data], status: String = "200 OK", certificate: URL? = nil,
    _ body: @escaping @Sendable (RecordingServer) async throws -> Value
  ) async throws -> Value {
    let table = SampleGifts.data(answers.mapValues { $0.base64EncodedString() })
    let scheme = certificate == nil ? "http" : "https"
    return try await PythonServer.run(
      script, [status, certificate?.path ?? ""], line: table.base64EncodedString()
    ) { port in
      let url = try #require(URL(string: "\(scheme)://127.0.0.1:\(port)"))
      return try await body(RecordingServer(url: url))
    }
  }

  private static let script = #"""
    import base64, json, os, ssl, sys, threading
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
    answers = {path: base64.b64decode(body)
               for path, body in json.loads(base64.b64decode(sys.stdin.readline())).items()}
    status, reason = sys.argv[1].split(" ", 1)
    requests = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            if self.path == "/recorded":
                return self.reply(200, "OK", json.dumps(requests).encode())
            fields = {name.lower(): value for name, value in self.headers.items()}
            requests.append({"path": self.path, "fields": fields})
            body = answers.get(self.path) or answers.get(self.path.split("?")[0])
            if body is None:
                self.reply(404, "Not Found", b"")
            else:
                self.reply(int(status), reason, body)

        def reply(self, status, reason, body):
            self.send_response(status, reason)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request, address):
            pass

    server = Server(("127.0.0.1", 0), Handler)
    if sys.argv[2]:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[2])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    print(server.server_port)
    server.serve_forever()
    """#
}

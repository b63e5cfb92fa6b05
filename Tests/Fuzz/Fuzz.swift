// The fuzzer owns the proof that each reader takes any bytes from outside: it refuses them or reads
// them, keeps its promises, and ends no process. It is built by Tests/Trials/fuzz alone, as it is
// linked with libFuzzer. The variable READER names the reader.

import Glibc

/// libFuzzer's own way to be called from another main function (FuzzerInterface.h).
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<
    UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  >,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main
struct Fuzz {
  /// The reader that this process fuzzes.
  fileprivate static let reader: Reader? = {
    // SAFETY: nothing changes the environment of this process.
    let name = unsafe getenv("READER").map { unsafe String(cString: $0) }
    return name.flatMap(Reader.init)
  }()

  static func main() {
    guard reader != nil else {
      print(Reader.allCases.map(\.rawValue).joined(separator: "\n"))
      exit(64)
    }
    var count = CommandLine.argc
    var arguments = unsafe CommandLine.unsafeArgv
    // SAFETY: both outlive the call, which lasts as long as the process.
    exit(unsafe runFuzzer(&count, &arguments, test))
  }
}

/// Called with each input; it traps when a promise is broken.
private func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // SAFETY: libFuzzer owns `count` bytes there, and they outlive the call.
  let input = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
  Fuzz.reader?.read(input)
  return 0
}

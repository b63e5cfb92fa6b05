// The fuzzer owns the proof that a connection keeps its promises whatever a client and a system do.
// It is built by .ci/fuzz-connection alone, as it is linked with libFuzzer.

import ConnectionModel
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
  static func main() {
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
  let faults = ConnectionScenario.faults(input)
  precondition(faults.isEmpty, faults.joined(separator: "; "))
  return 0
}

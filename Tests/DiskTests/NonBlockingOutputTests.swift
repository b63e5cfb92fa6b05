import Disk
import Foundation
import SystemPackage
import Testing

struct NonBlockingOutputTests {
  @Test func `what nobody reads is lost and counted, and whoever writes does not wait`() throws {
    let pipe = Pipe()
    let output = NonBlockingOutput(
      FileDescriptor(rawValue: pipe.fileHandleForWriting.fileDescriptor))
    let (count, padding) = (5_000, String(repeating: ".", count: 200))
    func losses(_ count: Int) -> String { "\(count) lost" }
    for number in 1...count { output.write("\(number) \(padding)", losses: losses) }
    // What lies in it now, and then what comes after it.
    var read = Data()
    while read.count < 8_000 { read += pipe.fileHandleForReading.availableData }
    output.write("after", losses: losses)
    while !read.suffix(6).elementsEqual("after\n".utf8) {
      read += pipe.fileHandleForReading.availableData
    }
    let lines = String(decoding: read, as: UTF8.self).split(separator: "\n")
    let kept = lines.count - 2
    try #require(kept > 100 && kept < count)
    #expect(lines.prefix(kept).elementsEqual((1...kept).map { Substring("\($0) \(padding)") }))
    #expect(lines[kept] == "\(count - kept) lost" && lines[kept + 1] == "after")
  }
}

internal import CLibRlottie
package import DrawProtocol

/// A drawing, with which rlottie loads its reader of images and starts its thread.
package enum WarmUp {
  /// One pixel that is red, in a square of 8 × 8, and beside it a shape.
  private static let animation = """
    {"v":"5.5.7","fr":30,"ip":0,"op":2,"w":16,"h":8,"nm":"","ddd":0,"assets":[{"id":"i","w":1,"h":\
    1,"u":"","p":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42m\
    P4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC","e":1}],"layers":[{"ddd":0,"ind":1,"ty":2,"nm":"","refId":\
    "i","sr":1,"ks":{"o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":0,"k":[0,0,0]},"a":{"a":0,"k":\
    [0,0,0]},"s":{"a":0,"k":[800,800,100]}},"ao":0,"ip":0,"op":2,"st":0,"bm":0},{"ddd":0,"ind":2,"\
    ty":4,"nm":"","sr":1,"ks":{"o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":0,"k":[12,4,0]},"a":\
    {"a":0,"k":[0,0,0]},"s":{"a":0,"k":[100,100,100]}},"ao":0,"shapes":[{"ty":"el","s":{"a":0,"k":\
    [6,6]},"p":{"a":0,"k":[0,0]},"nm":""},{"ty":"fl","c":{"a":0,"k":[0,0,1,1]},"o":{"a":0,"k":100}\
    ,"r":1,"nm":""}],"ip":0,"op":2,"st":0,"bm":0}]}
    """
  private static let width = 16
  private static let height = 8

  /// Draws the animation; throws if the image or the shape is missing from it.
  ///
  /// rlottie keeps what it has read by its name, and reads it again under another.
  package static func run(_ name: String) throws(JailObstacle) {
    // Safe: rlottie copies both texts, and the animation is destroyed once and used here alone.
    guard let animation = unsafe lottie_animation_from_data(animation, name, "/") else {
      throw JailObstacle(step: .warmUp, error: 0)
    }
    defer { unsafe lottie_animation_destroy(animation) }
    var pixels = [UInt32](repeating: 0, count: width * height)
    // Safe: the buffer holds width × height pixels of 4 bytes, and outlives the call.
    unsafe pixels.withUnsafeMutableBufferPointer { buffer in
      unsafe lottie_animation_render(
        animation, 0, buffer.baseAddress, width, height, width * DrawLimits.pixelBytes)
    }
    let middle = height / 2 * width
    // rlottie draws an image a little transparent.
    guard pixels[middle + 4] & 0x80FF_FFFF == 0x80FD_0000, pixels[middle + 12] == 0xFF00_00FF else {
      throw JailObstacle(step: .warmUp, error: 0)
    }
  }
}

import Disk
import Lottie
import SystemPackage

/// The folder with the images of an animation.
struct ImageFolder {
  private let path: String
  private let folder: Folder

  /// Throws `CommandError.file` if there is no such folder.
  init(_ path: String) throws(CommandError) {
    self.path = path
    folder = try InputFile.folder(path)
  }

  /// The bytes of the images that exist, by their names in the animation.
  ///
  /// An image is looked up by its path, else by its last component: After Effects exports
  /// `images/img_0.png`, and people keep `img_0.png`. The names are checked, so only links can lead
  /// out of the folder. `maxBytes` limits all images together: the animation can hold no more.
  func files(of images: [ExternalImage], maxBytes: Int) throws(CommandError) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    var byteCount = 0
    for image in images where files[image.name] == nil {
      guard let bytes = try bytes(of: image, maxBytes) else { continue }
      byteCount += bytes.count
      guard byteCount <= maxBytes else { throw .edit(.tooLarge(limit: maxBytes)) }
      files[image.name] = bytes
    }
    return files
  }

  private func bytes(of image: ExternalImage, _ maxBytes: Int) throws(CommandError) -> [UInt8]? {
    for name in [image.name, image.fileName] {
      if let bytes = try InputFile.bytes(name, in: folder, at: path, limit: maxBytes) {
        return bytes
      }
    }
    return nil
  }
}

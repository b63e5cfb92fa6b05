internal import CLibPQ
internal import CLibSSL
internal import Glibc

/// The certificate that a server shows.
enum ServerCertificate {
  /// When the certificate of a connection's server ends, in seconds since 1970-01-01T00:00:00Z; nil
  /// if it does not speak TLS.
  ///
  /// Safe: libpq's connection keeps its TLS alive during the call; the certificate is ours, and
  /// freed once; its time is read before that.
  static func end(of connection: OpaquePointer) -> Int64? {
    guard let tls = unsafe PQsslStruct(connection, "OpenSSL"),
      let certificate = unsafe SSL_get1_peer_certificate(OpaquePointer(tls))
    else { return nil }
    defer { unsafe X509_free(certificate) }
    var time = unsafe tm()
    guard let end = unsafe X509_get0_notAfter(certificate),
      unsafe ASN1_TIME_to_tm(end, &time) == 1
    else { return nil }
    return Int64(unsafe timegm(&time))
  }
}

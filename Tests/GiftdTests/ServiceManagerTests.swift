import DaemonSupport
import Glibc
import Support
import Testing

/// What whoever starts giftd hears of it.
struct ServiceManagerTests {
  /// As systemd listens, for a unit with `Type=notify` and a watchdog: becomes the command, and
  /// says in its log what that tells, each line as one string: Perl writes those of a list one by
  /// one, and lines of the command come between them.
  private static let listener = """
    use IO::Socket::UNIX;
    $ENV{NOTIFY_SOCKET} = "/tmp/gift-notify-$$";
    $ENV{WATCHDOG_USEC} = 500000;
    my $socket = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => $ENV{NOTIFY_SOCKET}) or die;
    if (fork) { exec @ARGV }
    alarm 100;
    my ($message, %heard) = ("");
    while ($message ne "STOPPING=1") {
      $socket->recv($message, 100);
      $heard{$message}++;
      print STDERR "heard $message $heard{$message}\\n";
    }
    unlink $ENV{NOTIFY_SOCKET};
    """

  @Test func `systemd hears that it is ready, alive and stopping`() async throws {
    let end = try await withDaemon(
      database: "host=/nowhere", prefix: ["perl", "-e", Self.listener],
      start: { pid, line in
        line == "heard WATCHDOG=1 4"
          ? Daemon(pid: pid, publicPort: 0, operationsPort: 0, notice: line) : nil
      }, { _ in })
    #expect(end.status == .exited(0))
    let heard = end.log.filter { $0.hasPrefix("heard") }
    #expect(heard.filter { $0.contains("READY") } == ["heard READY=1 1"])
    #expect(heard.contains("heard WATCHDOG=1 3") && heard.last == "heard STOPPING=1 1")
  }

  @Test func `it warns when it runs as root`() async throws {
    let end = try await withDaemon(database: "host=/nowhere") { _ in }
    #expect(end.log.contains { $0.contains("running as root") } == (geteuid() == 0))
  }
}

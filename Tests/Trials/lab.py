# Shared by Tests/Trials/outage, Tests/Trials/failover and Tests/Trials/upgrade: PostgreSQL servers on the loopback, giftd using
# them, and readers that check every byte. Everything is in one temporary folder, and every process
# is ended by its id.
import gzip
import hashlib
import json
import multiprocessing
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from datetime import datetime, timezone

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FIXTURES = os.path.join(ROOT, "fixtures/lottie/valid")
# The gift that is edited while constant responses are checked, and the one that comes and goes.
EDITED, BLINKING = "crown", "blinker"
# The lateness that counts as on time, in seconds: the machine is busy.
TOLERANCE = 0.25
FRESH = 2.0


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def wait_for(what, condition, seconds=60, rest=0.02):
    """Waits until the condition returns a value, and returns that and how long it took."""
    start = time.monotonic()
    while True:
        found = condition()
        if found:
            return found, time.monotonic() - start
        if time.monotonic() - start > seconds:
            raise SystemExit(f"{what} took more than {seconds} s")
        time.sleep(rest)


def free_port(first):
    while True:
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", first))
                return first
            except OSError:
                first += 1


class Server:
    """A PostgreSQL server on a port of the loopback."""

    def __init__(self, lab, name, port, folder=None):
        self.lab, self.name, self.port = lab, name, port
        self.data = folder or os.path.join(lab.folder, name)
        self.log = os.path.join(lab.folder, name + ".log")

    def conninfo(self, host="127.0.0.1"):
        return f"host={host} port={self.port} dbname=gifts user=postgres"

    def create(self):
        self.lab.as_postgres(
            "initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
            "--wal-segsize=1", "--no-sync")
        self.configure()

    def configure(self):
        with open(os.path.join(self.data, "postgresql.auto.conf"), "a") as settings:
            settings.write(
                f"port = {self.port}\nlisten_addresses = '127.0.0.1'\n"
                f"unix_socket_directories = '{self.lab.sockets}'\nwal_keep_size = '64MB'\n"
                "max_wal_size = '32MB'\nmin_wal_size = '4MB'\nhot_standby = on\n")

    def start(self):
        self.lab.as_postgres("pg_ctl", "-D", self.data, "-l", self.log, "-w", "-t", "60", "start")

    def stop(self, mode="fast"):
        self.lab.as_postgres("pg_ctl", "-D", self.data, "-m", mode, "-w", "stop")

    def promote(self):
        self.lab.as_postgres("pg_ctl", "-D", self.data, "-w", "promote")

    def postmaster(self):
        with open(os.path.join(self.data, "postmaster.pid")) as file:
            return int(file.readline())

    def processes(self):
        pid = self.postmaster()
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [pid] + [int(child) for child in file.read().split()]

    def kill(self):
        """kill -9 of the postmaster and of all that it has started."""
        pids = self.processes()
        for pid in pids:
            send(pid, signal.SIGKILL)
        wait_for("the end of the server", lambda: not any(os.path.exists(f"/proc/{p}") for p in pids))

    def sql(self, text, database="gifts"):
        return self.lab.run(
            "psql", "-AtXqc", text, f"host=127.0.0.1 port={self.port} user=postgres dbname={database}"
        ).strip()

    def is_running(self):
        try:
            return os.path.exists(f"/proc/{self.postmaster()}")
        except (OSError, ValueError):
            return False


def send(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


class Lab:
    def __init__(self):
        for name in list(os.environ):
            if name.startswith(("PG", "GIFT_")):
                del os.environ[name]
        os.environ["GIFT_ACTOR"] = "ci"
        self.folder = tempfile.mkdtemp(prefix="gift-outage.", dir="/var/tmp")
        os.chmod(self.folder, 0o755)
        self.sockets = os.path.join(self.folder, "sockets")
        self.mounts, self.servers, self.daemons, self.undone = [], [], [], []
        self.postgres = [] if os.geteuid() else ["runuser", "-u", "postgres", "--"]
        self.binaries = self.run(
            "sh", "-c", "pg_config --bindir || ls -d /usr/lib/postgresql/*/bin | tail -1").strip()
        if not os.path.exists(os.path.join(self.binaries, "initdb")):
            found = sorted(
                name for name in os.listdir("/usr/lib/postgresql") if name.isdigit())
            self.binaries = f"/usr/lib/postgresql/{found[-1]}/bin"
        self.bin = os.environ.get("BIN") or self.build()
        self.own(self.folder)
        os.mkdir(self.sockets)
        self.own(self.sockets)

    def own(self, path):
        if not os.geteuid():
            shutil.chown(path, "postgres", "postgres")

    def build(self):
        built = subprocess.run(
            [".ci/release", "giftctl", "giftd"], cwd=ROOT, check=True, stdout=subprocess.PIPE,
            text=True)
        return built.stdout.strip()

    def run(self, *words, cwd=None, check=True):
        done = subprocess.run(
            words, cwd=cwd or "/", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if check and done.returncode:
            raise SystemExit(f"{' '.join(words)}: {done.stdout}{done.stderr}")
        return done.stdout

    def as_postgres(self, program, *words):
        # A server's output must not keep the pipe open.
        done = subprocess.run(
            self.postgres + [os.path.join(self.binaries, program), *words], cwd="/",
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode:
            raise SystemExit(f"{program} failed with {done.returncode}")

    def server(self, name, port, folder=None):
        server = Server(self, name, port, folder)
        self.servers.append(server)
        return server

    def tmpfs(self, name, megabytes):
        """A small file system; None where that is not allowed."""
        path = os.path.join(self.folder, name)
        os.mkdir(path)
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0755", "tmpfs", path],
            stderr=subprocess.PIPE)
        if done.returncode:
            return None
        self.mounts.append(path)
        self.own(path)
        return path

    def fill(self, server):
        """The fixtures, published, in a new database of a server."""
        server.sql("CREATE DATABASE gifts", database="postgres")
        self.giftctl(server.conninfo(), "database", "migrate")
        self.giftctl(server.conninfo(), "import", "--yes", FIXTURES)

    def giftctl(self, database, *words, check=True):
        done = subprocess.run(
            [os.path.join(self.bin, "giftctl"), *words, "--database", database], cwd="/",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if check and done.returncode:
            raise SystemExit(f"giftctl {' '.join(words)}: {done.returncode} {done.stderr}")
        return done.returncode

    def giftd(self, database, *words, port=0):
        daemon = Daemon(self, database, words, port)
        self.daemons.append(daemon)
        return daemon

    def end(self):
        for undo in reversed(self.undone):
            undo()
        for daemon in self.daemons:
            daemon.end()
        for server in self.servers:
            if server.is_running():
                for pid in server.processes():
                    send(pid, signal.SIGCONT)
                self.kill_quietly(server)
        for path in self.mounts:
            subprocess.run(["umount", path], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    @staticmethod
    def kill_quietly(server):
        try:
            server.kill()
        except OSError:
            pass


class Daemon:
    def __init__(self, lab, database, words, port):
        self.log = os.path.join(lab.folder, f"giftd-{len(lab.daemons)}.log")
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [os.path.join(lab.bin, "giftd"), "--listen", f"127.0.0.1:{port}",
                 "--operations-listen", "127.0.0.1:0", "--database", database, *words], stdout=log, stderr=log, cwd="/")
        notice, _ = wait_for("giftd's start", self.notice)
        self.port, self.operations = int(notice[2]), int(notice[1])

    def notice(self):
        if self.process.poll() is not None:
            raise SystemExit(f"giftd ended: {self.text()}")
        return re.search(r"operations=127\.0\.0\.1:(\d+) public=127\.0\.0\.1:(\d+)", self.text())

    def text(self):
        with open(self.log) as log:
            return log.read()

    def get(self, path, port=None, coding="identity"):
        request = urllib.request.Request(
            f"http://127.0.0.1:{port or self.port}{path}", headers={"Accept-Encoding": coding})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def ready(self):
        return self.get("/readyz", self.operations)[1].decode().strip()

    def price(self):
        return json.loads(self.get(f"/v1/gifts/{EDITED}")[1])["price"]

    def is_reachable(self):
        return b"\ngift_database_reachable 1\n" in self.get("/metrics", self.operations)[1]

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()


class Blinker:
    """A gift that is live for one period, away for the next, and so on; planned ahead."""

    def __init__(self, lab, database, period, count):
        self.period, self.count = period, count
        lab.giftctl(
            database, "add", BLINKING, os.path.join(FIXTURES, "rose.json"), "--name", "en=Blinker",
            "--price", "1")
        # The first window begins once all are planned.
        self.start = int(time.time()) + 4 + count // 2
        for index in range(count):
            at = self.start + 2 * index * period
            lab.giftctl(
                database, "publish", BLINKING, "--from", instant(at), "--until",
                instant(at + period))
        if time.time() >= self.start:
            raise SystemExit("planning took longer than thought")

    def states(self, sent, received):
        """Whether it may be live in responses between two instants."""
        return {self.is_live(at) for at in (sent - TOLERANCE, sent, received, received + TOLERANCE)}

    def is_live(self, at):
        turn = (at - self.start) // self.period
        return 0 <= turn < 2 * self.count and turn % 2 == 0

    def end(self):
        return self.start + 2 * self.count * self.period


def instant(at):
    return datetime.fromtimestamp(at, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class Readers:
    """Processes that read without a pause, and check status, length and every byte."""

    def __init__(self, daemon, blinker, count=3):
        self.port, self.blinker = daemon.port, blinker
        self.expected = self.constants(daemon)
        self.reads = [multiprocessing.Value("q", 0) for _ in range(count)]
        self.switches = [multiprocessing.Value("q", 0) for _ in range(count)]
        self.failures = multiprocessing.Queue()
        self.stopped = multiprocessing.Event()
        self.failed = []
        self.processes = [
            multiprocessing.Process(target=self.read, args=(index,), daemon=True)
            for index in range(count)]
        for process in self.processes:
            process.start()

    @staticmethod
    def constants(daemon):
        """The responses that no edit changes; each was compared with its file."""
        expected = []
        for entry in json.load(open(os.path.join(FIXTURES, "manifest.json")))["gifts"]:
            content = open(os.path.join(FIXTURES, entry["file"]), "rb").read()
            digest = hashlib.sha256(content).hexdigest()
            paths = [f"/v1/animations/{digest}.json"]
            paths += [f"/{entry['id']}.json", f"/animation/{entry['id']}"]
            for path in paths:
                for coding in ("identity", "gzip", "br"):
                    status, body = daemon.get(path, coding=coding)
                    plain = gzip.decompress(body) if coding == "gzip" else body
                    if status != 200 or coding != "br" and plain != content:
                        raise SystemExit(f"{path} in {coding} is not {entry['file']}")
                    expected.append((path, coding, body))
            if entry["id"] != EDITED:
                expected.append((f"/v1/gifts/{entry['id']}", "identity", None))
        return [
            (path, coding, daemon.get(path)[1] if body is None else body)
            for path, coding, body in expected]

    def total(self):
        return sum(value.value for value in self.reads)

    def drain(self):
        while not self.failures.empty():
            self.failed.append(self.failures.get())
        return len(self.failed)

    def stop(self):
        self.stopped.set()
        for process in self.processes:
            process.join(10)

    def read(self, index):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        batch = self.batch()
        tokens = {}
        while not self.stopped.is_set():
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    last = (0, 0)
                    while not self.stopped.is_set():
                        last, isOpen = self.round(connection, batch, tokens, last, index)
                        if not isOpen:
                            break
            except (OSError, AssertionError) as error:
                if not self.stopped.is_set():
                    self.failures.put(f"{datetime.now():%H:%M:%S} {error}")

    def batch(self):
        """Requests in the order in which they are sent; live gifts are requested in between."""
        batch = []
        for number, (path, coding, body) in enumerate(self.expected):
            batch.append((request(path, coding), path, body))
            if number % 8 == 0:
                for path in ("/v1/catalogue", f"/v1/gifts/{BLINKING}", f"/{BLINKING}.json"):
                    batch.append((request(path, "identity"), path, None))
        return [batch[start:start + 16] for start in range(0, len(batch), 16)]

    def round(self, connection, batches, tokens, last, index):
        for batch in batches:
            sent = time.time()
            connection.sendall(b"".join(part[0] for part in batch))
            buffer = b""
            for number, (_, path, expected) in enumerate(batch):
                status, body, buffer, isOpen = answer(connection, buffer)
                if expected is None:
                    last = self.look(path, status, body, sent, tokens, last)
                else:
                    assert status == 200, f"{path}: {status}"
                    assert body == expected, f"{path}: other bytes"
                self.reads[index].value += 1
                if not isOpen:
                    # The requests that one connection may make.
                    return last, False
        return last, True

    def look(self, path, status, body, sent, tokens, last):
        isLive = self.blinker.states(sent, time.time())
        if path == f"/{BLINKING}.json":
            assert (status == 200) in isLive, f"{path}: {status}"
            assert status in (200, 404, 410), f"{path}: {status}"
            return last
        # A gift that was never live is unknown.
        if status == 404 and path == f"/v1/gifts/{BLINKING}":
            assert sent < self.blinker.start + TOLERANCE, f"{path}: {status}"
            return last
        assert status == 200, f"{path}: {status}"
        if path != "/v1/catalogue":
            assert (b'"status":"live"' in body) in isLive, f"{path} at another time"
            return last
        shows = b'"id":"%s"' % BLINKING.encode() in body
        assert shows in isLive, "the catalogue of another time"
        token = re.search(rb'"catalogue":"((\d+)-[0-9a-f]{12}-(-?\d+))"', body)
        now = (int(token[2]), int(token[3]))
        self.go_on(last, now)
        digest = hashlib.sha256(body).digest()
        # Its history is part of the name: a promotion may lose a change, whose number comes again.
        name = token[1].decode()
        assert tokens.setdefault(name, digest) == digest, f"two catalogues of token {name}"
        return now

    def go_on(self, last, now):
        assert now >= last, f"from token {last} back to {now}"


def request(path, coding):
    return f"GET {path} HTTP/1.1\r\nHost: gifts\r\nAccept-Encoding: {coding}\r\n\r\n".encode()


def answer(connection, buffer):
    """One response, the bytes after it, and whether the connection stays open."""
    while (end := buffer.find(b"\r\n\r\n")) < 0:
        buffer += received(connection)
    head = buffer[:end].lower()
    length = int(re.search(rb"\r\ncontent-length: (\d+)", head)[1])
    end += 4
    while len(buffer) < end + length:
        buffer += received(connection)
    isOpen = b"\r\nconnection: close" not in head
    return int(head[9:12]), buffer[end:end + length], buffer[end + length:], isOpen


def received(connection):
    part = connection.recv(1 << 20)
    assert part, "the connection was closed in the middle of an answer"
    return part

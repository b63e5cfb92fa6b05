# The servers that Benchmarks/bench-delivery compares giftd with, each set up to answer from memory: no
# access log, no limit of requests a connection, as many threads as giftd has event loops. They
# listen on the loopback, run in the foreground, and are ended by their process id.
import contextlib
import os
import shutil
import socket
import subprocess
import time

THREADS = os.cpu_count()


class Server:
    """A running server; its arguments are those of the process."""

    def __init__(self, name, port, folder, words):
        self.name, self.port = name, port
        self.log = os.path.join(folder, f"{name}.log")
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder)

    def wait(self):
        """Waits until it listens."""
        for _ in range(200):
            if self.process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        with open(self.log) as log:
            raise SystemExit(f"{self.name} does not start: {log.read()}")

    def processes(self):
        """Its own process id and those of all its children."""
        found, pids = [], [self.process.pid]
        while pids:
            found.append(pid := pids.pop())
            with open(f"/proc/{pid}/task/{pid}/children") as file:
                pids += map(int, file.read().split())
        return found

    def processor_seconds(self):
        """The time that all its processes used, in user and in system mode."""
        ticks = 0
        for pid in self.processes():
            with open(f"/proc/{pid}/stat") as file:
                # The second field is the program's name, in parentheses.
                fields = file.read().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def keep_to(self, processors):
        """Lets all its threads run on these processors alone."""
        for pid in self.processes():
            # A process or a thread may end meanwhile.
            with contextlib.suppress(FileNotFoundError):
                for thread in os.listdir(f"/proc/{pid}/task"):
                    with contextlib.suppress(ProcessLookupError):
                        os.sched_setaffinity(int(thread), processors)

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def written(path, text):
    with open(path, "w") as file:
        file.write(text)
    return path


def program(name):
    """The path of a program: servers are not in every PATH."""
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def nginx(folder, files):
    """Debian's nginx, with cached open files and precompressed responses."""
    port = free_port()
    temporary = "\n".join(
        f"  {name}_temp_path {folder}/{name};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    configuration = written(f"{folder}/nginx.conf", f"""
worker_processes {THREADS};
worker_rlimit_nofile 20000;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx-error.log;
events {{ worker_connections 8192; }}
http {{
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=20000 inactive=60s;
  open_file_cache_valid 60s;
  gzip_static on;
  keepalive_requests 1000000000;
  types {{ application/json json; }}
  default_type application/json;
{temporary}
  server {{
    listen 127.0.0.1:{port} backlog=4096;
    root {files};
  }}
}}
""")
    words = [program("nginx"), "-e", f"{folder}/nginx-error.log", "-c", configuration]
    return Server("nginx", port, folder, words)


def h2o(folder, files):
    """Debian's h2o, with the same files as nginx."""
    port = free_port()
    user = "user: root" if os.geteuid() == 0 else ""
    configuration = written(f"{folder}/h2o.conf", f"""
num-threads: {THREADS}
max-connections: 8192
http1-request-timeout: 60
error-log: {folder}/h2o-error.log
{user}
listen:
  host: 127.0.0.1
  port: {port}
hosts:
  default:
    paths:
      /:
        file.dir: {files}
        file.send-compressed: ON
        file.mime.setdefaulttype: application/json
""")
    return Server("h2o", port, folder, [program("h2o"), "-c", configuration])


def haproxy(folder, files, answers):
    """Debian's HAProxy, with the answers as constants, which it reads when it starts.

    Its cache is no faster, and may answer a client that takes gzip with the identity it has.
    """
    port = free_port()
    rules = ""
    # The first that fits is the answer.
    for answer in sorted(answers, key=lambda answer: not answer.asked):
        rules += f"  http-request return status {answer.status}"
        if answer.status == 200:
            rules += f" content-type application/json file {files}/{answer.file}"
        rules += "".join(f" hdr {name} '{value}'" for name, value in answer.fields.items())
        rules += f" if {{ path /{answer.path.partition('?')[0]} }}"
        for name, value in answer.asked.items():
            rules += f" {{ req.hdr({name}) -m str '{value}' }}"
        rules += "\n"
    configuration = written(f"{folder}/haproxy.cfg", f"""
global
  nbthread {THREADS}
  maxconn 8192
  # A constant answer is in one buffer.
  tune.bufsize 262144
defaults
  mode http
  option http-keep-alive
  timeout client 60s
  timeout server 60s
  timeout connect 5s
  timeout http-keep-alive 60s
frontend gifts
  bind 127.0.0.1:{port} backlog 4096
{rules}""")
    return Server("haproxy", port, folder, [program("haproxy"), "-db", "-f", configuration])


def varnish(folder, origin):
    """Debian's Varnish, with giftd behind it, which it asks for each answer once.

    It has no event loops, but a thread for each client that it serves at the moment; two pools of
    them is what it is made for.
    """
    port = free_port()
    configuration = written(f"{folder}/gifts.vcl", f"""
vcl 4.1;
backend giftd {{ .host = "127.0.0.1"; .port = "{origin}"; }}
sub vcl_backend_response {{ set beresp.ttl = 1d; }}
""")
    jail = ["-j", "none"] if os.geteuid() == 0 else []
    parameters = {
        # giftd compresses; Varnish would keep gzip alone, and unpack it for each other client.
        "http_gzip_support": "off",
        "thread_pools": THREADS,
        "thread_pool_min": 100,
        "thread_pool_max": 2000,
        "listen_depth": 4096,
        "timeout_idle": 60,
    }
    words = [program("varnishd"), *jail, "-F", "-n", f"{folder}/varnish", "-f", configuration]
    words += ["-a", f"127.0.0.1:{port}", "-s", "malloc,256m"]
    for name, value in parameters.items():
        words += ["-p", f"{name}={value}"]
    return Server("varnish", port, folder, words)

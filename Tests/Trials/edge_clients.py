"""What Tests/Trials/edge needs beside curl:

edge_clients.py invent HOST:PORT COUNT        asks for what changed since catalogues that never
                                              were, from many addresses; fails unless all is 200
edge_clients.py listen HOST:PORT [ADDRESS[,CLIENT] COUNT]…
                                              opens so many event streams from each address, as a
                                              CDN for a client if one is named, keeps them all open
                                              meanwhile, and prints a line of statuses for each
edge_clients.py answer HOST:PORT FIELD        answers one request with 404, and prints its field
"""
import socket
import sys
from collections import Counter

# As many requests as an address may send at once.
BURST = 1_000


def connect(address, source):
    peer = socket.create_connection(address, timeout=30, source_address=(source, 0))
    peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return peer


def invent(address, count):
    codings = ["gzip", "br", "identity"]
    for first in range(0, count, BURST // 2):
        source = f"127.0.1.{1 + first // (BURST // 2)}"
        with connect(address, source) as peer, peer.makefile("rb") as answers:
            for number in range(first, first + BURST // 2):
                name = "told" if number % 4 == 0 else "since"
                peer.sendall((
                    f"GET /v1/catalogue?{name}={number + 1}-{number:012x}-{number + 1} HTTP/1.1\r\n"
                    f"Host: gifts\r\nAccept-Encoding: {codings[number % 3]}\r\n\r\n").encode())
                status = answers.readline().split()[1]
                if status != b"200":
                    sys.exit(f"{name} {number}: {status.decode()}")
                length = 0
                while (line := answers.readline().lower()) != b"\r\n":
                    if line.startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                answers.read(length)


def listen(address, groups):
    streams = []
    for group, count in zip(groups[::2], groups[1::2]):
        source, _, client = group.partition(",")
        forwarded = f"X-Forwarded-For: 198.51.100.1, {client}\r\n" if client else ""
        statuses = Counter()
        for _ in range(int(count)):
            peer = connect(address, source)
            peer.sendall(f"GET /v1/events HTTP/1.1\r\nHost: gifts\r\n{forwarded}\r\n".encode())
            statuses[peer.recv(4_096).split()[1].decode()] += 1
            streams.append(peer)
        print(*(f"{number}x{status}" for status, number in sorted(statuses.items())))
    for peer in streams:
        peer.close()


def answer(address, field):
    with socket.create_server(address) as server:
        print("ready", flush=True)
        peer = server.accept()[0]
        head = b""
        while b"\r\n\r\n" not in head:
            head += peer.recv(4_096)
        peer.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        for line in head.decode().split("\r\n"):
            name, _, value = line.partition(":")
            if name.lower() == field:
                print(value.strip(), flush=True)


verb, place, *rest = sys.argv[1:]
host, port = place.rsplit(":", 1)
if verb == "invent":
    invent((host, int(port)), int(rest[0]))
elif verb == "listen":
    listen((host, int(port)), rest)
else:
    answer((host, int(port)), rest[0].lower())

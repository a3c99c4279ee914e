"""A reader that passes everything to the real one, and changes its answers about what contains a mark."""

import json
import pathlib
import struct
import subprocess
import sys

PROGRAM, MARK = "{program}", b"{mark}"


def receive(source):
    lengths = source.read(8)
    if len(lengths) < 8:
        sys.exit()
    head, body = struct.unpack("<II", lengths)
    return source.read(head), source.read(body)


def send(target, head, body):
    target.write(struct.pack("<II", len(head), len(body)) + head + body)
    target.flush()


real = subprocess.Popen([PROGRAM, "reader"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
while True:
    assignment = receive(sys.stdin.buffer)
    send(real.stdin, *assignment)
    head, body = receive(real.stdout)
    if any(MARK in part for part in assignment):
        answer = json.loads(head)
        kind = next(iter(answer))
        lie = pathlib.Path(__file__).with_name(f"lie-about-{kind}")
        if lie.exists():
            names = {"answer": answer, kind: answer[kind], "body": body}
            exec(lie.read_text(), names)
            head, body = json.dumps(names["answer"]).encode(), names["body"]
    send(sys.stdout.buffer, head, body)

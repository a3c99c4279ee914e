"""A reader that passes everything to the real one, but for what contains a mark: that kills it, or makes it hang."""

import os
import struct
import subprocess
import sys
import time

PROGRAM, MARK, FATE = "{program}", b"{mark}", "{fate}"


def frame(source):
    lengths = source.read(8)
    if len(lengths) < 8:
        sys.exit()
    head, body = struct.unpack("<II", lengths)
    return lengths + source.read(head) + source.read(body)


real = subprocess.Popen([PROGRAM, "reader"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
while True:
    assignment = frame(sys.stdin.buffer)
    if MARK in assignment:
        if FATE == "hang":
            time.sleep(600)
        os.abort()
    real.stdin.write(assignment)
    real.stdin.flush()
    sys.stdout.buffer.write(frame(real.stdout))
    sys.stdout.buffer.flush()

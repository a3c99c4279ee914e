"""Runs moto on a free port of this machine, prints its address, and ends when standard input closes.

The system closes standard input even when whoever started this is killed.
"""

import sys

from moto.core.serialize import S3Serializer
from moto.server import ThreadedMotoServer

# moto 5.2.5 names the root of this answer after the operation. S3 names it as its reference has it
# (https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketNotificationConfiguration.html), and AWS's SDK for Rust
# takes no other. The first of the names is moto's where nothing is set.
ROOT = "NotificationConfiguration"
WRONG = {"GetBucketNotificationResponse", "GetBucketNotificationConfigurationResponse"}
write = S3Serializer._serialize_body


def write_with_right_root(self, body):
    return write(self, {ROOT if key in WRONG else key: value for key, value in body.items()})


S3Serializer._serialize_body = write_with_right_root

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print("http://%s:%d" % server.get_host_and_port(), flush=True)
sys.stdin.read()

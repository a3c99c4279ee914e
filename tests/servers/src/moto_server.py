"""Runs moto on a free port of this machine, prints its address, and ends when standard input closes.

The kernel closes standard input even when the process that started this one is killed.
"""

import sys

from moto.core.serialize import S3Serializer
from moto.server import ThreadedMotoServer

# moto 5.2.5 names the root element of this response after the operation. The reference of S3
# (https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketNotificationConfiguration.html) has another name, and the AWS SDK
# for Rust accepts no other. The first name below is what moto writes when no notification is configured.
ROOT = "NotificationConfiguration"
WRONG = {"GetBucketNotificationResponse", "GetBucketNotificationConfigurationResponse"}
write = S3Serializer._serialize_body


def write_with_correct_root(self, body):
    return write(self, {ROOT if key in WRONG else key: value for key, value in body.items()})


S3Serializer._serialize_body = write_with_correct_root

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print("http://%s:%d" % server.get_host_and_port(), flush=True)
sys.stdin.read()

"""Runs moto on a free port of this machine, prints its address, and ends when standard input closes.

The kernel closes standard input even when the process that started this one is killed.
"""

import sys

from moto.core.serialize import S3Serializer
from moto.secretsmanager.models import SecretsManagerBackend
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

# moto 5.2.5 moves the label AWSCURRENT to another version, but still returns the version that had it before
# (https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_UpdateSecretVersionStage.html).
move_label = SecretsManagerBackend.update_secret_version_stage


def move_label_and_default(self, secret_id, version_stage, remove_from_version_id, move_to_version_id):
    moved = move_label(self, secret_id, version_stage, remove_from_version_id, move_to_version_id)
    if version_stage == "AWSCURRENT" and move_to_version_id:
        self.secrets[secret_id].set_default_version_id(move_to_version_id)
    return moved


SecretsManagerBackend.update_secret_version_stage = move_label_and_default

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print("http://%s:%d" % server.get_host_and_port(), flush=True)
sys.stdin.read()

"""Serves S3 and WebDAV on loopback until its input ends. Its only line says where, with links that Amazon's library has signed."""

import json
import sys
import threading

import boto3
from botocore.client import Config
from cheroot import wsgi
from moto.server import ThreadedMotoServer
from wsgidav.wsgidav_app import WsgiDAVApp

s3_server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
s3_server.start()
host, port = s3_server.get_host_and_port()
s3 = boto3.client(
    "s3",
    endpoint_url=f"http://{host}:{port}",
    region_name="us-east-1",
    aws_access_key_id="key-of-the-tests",
    aws_secret_access_key="secret-of-the-tests",
    config=Config(signature_version="s3v4", s3={"addressing_style": "path"}),
)
s3.create_bucket(Bucket="recordings")


def link(method: str, key: str) -> str:
    return s3.generate_presigned_url(method, Params={"Bucket": "recordings", "Key": key}, ExpiresIn=600)


dav = WsgiDAVApp(
    {
        "provider_mapping": {"/": sys.argv[1]},
        "simple_dc": {"user_mapping": {"*": True}},
        "verbose": 0,
    }
)
dav_server = wsgi.Server(("127.0.0.1", 0), dav)
dav_server.prepare()
threading.Thread(target=dav_server.serve, daemon=True).start()

print(
    json.dumps(
        {
            "put": link("put_object", "tides.recording.zip"),
            "get": link("get_object", "tides.recording.zip"),
            "missing": link("get_object", "none.recording.zip"),
            "dav": f"http://127.0.0.1:{dav_server.bind_addr[1]}",
        }
    ),
    flush=True,
)
sys.stdin.read()

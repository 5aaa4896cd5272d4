"""Prints a signature sheet for the key in a PEM file: python3 sheet.py KEY.pem SERVER

Needs the package `cryptography`.
KEY.pem is made by: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out KEY.pem
"""

import base64
import json
import sys
import time

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

file, server = sys.argv[1:]
with open(file, "rb") as pem:
    key = serialization.load_pem_private_key(pem.read(), password=None)
owner = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
entry = {
    "@context": "https://schema.cassproject.org/kbac/0.4",
    "@owner": owner.decode().replace("\n", ""),
    "@type": "TimeLimitedSignature",
    "expiry": int(time.time() * 1000) + 60_000,
    "server": server,
}
text = json.dumps(entry, separators=(",", ":"), ensure_ascii=False)
signature = key.sign(text.encode(), padding.PKCS1v15(), hashes.SHA256())
sheet = [{**entry, "@signatureSha256": base64.b64encode(signature).decode()}]
print(json.dumps(sheet, separators=(",", ":"), ensure_ascii=False), end="")

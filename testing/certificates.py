"""Certificates for tests, made by openssl."""
import os
import subprocess


def self_signed(folder, name, host):
    """A certificate that signs itself, for this host ("IP:127.0.0.1", "DNS:localhost"); returns its path and its key's."""
    certificate, key = [os.path.join(folder, name + end) for end in (".pem", ".key")]
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=" + name,
                    "-addext", "subjectAltName=" + host, "-out", certificate, "-keyout", key], check=True,
                   stderr=subprocess.DEVNULL)
    return certificate, key

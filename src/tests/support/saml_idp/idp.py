"""A real identity provider of SAML 2.0 for the tests: pysaml2, which signs with xmlsec1.

It stands for the provider's page and for its user: parameters that the test adds to the address of the sign-in say who
signs in (`subject`, `mail`, `name`, `format`) and what is wrong with the response (`fault`, see faults.py). It prints
one line of JSON with its addresses and certificates, and ends with its parent process.
"""

import base64
import json
import shutil
import sys
import tempfile
import threading
from datetime import datetime, timedelta, timezone
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from lxml import etree
from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.attribute_converter import ac_factory
from saml2.authn_context import PASSWORDPROTECTEDTRANSPORT
from saml2.config import IdPConfig
from saml2.mdstore import MetadataStore
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NAME_FORMAT_URI, NameID
from saml2.server import Server

import faults

FOLDER = Path(tempfile.mkdtemp())
# pysaml2 is not made for several threads.
TURN = threading.Lock()


def key_pair(name):
    """Writes a key and its certificate; returns the certificate in PEM."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=365))
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    )
    public = certificate.public_bytes(serialization.Encoding.PEM)
    (FOLDER / f"{name}.key").write_bytes(private)
    (FOLDER / f"{name}.pem").write_bytes(public)
    return public.decode()


class Page(BaseHTTPRequestHandler):
    """The page at which the user signs in."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        url = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query, keep_blank_values=True).items()}
        try:
            with TURN:
                status, page = 200, sign_in(query)
        except Exception as error:  # The test shows why.
            status, page = 500, f"{type(error).__name__}: {error}"
        body = page.encode()
        self.send_response(status)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def sign_in(query):
    """Answers an authentication request as the user wants. Returns the page with the form that the browser posts."""
    request = IDP.parse_authn_request(query["SAMLRequest"], BINDING_HTTP_REDIRECT).message
    know(request.issuer.text)
    arguments = IDP.response_args(request, [BINDING_HTTP_POST])
    assert arguments["binding"] == BINDING_HTTP_POST, arguments
    assert arguments["destination"] == request.assertion_consumer_service_url, arguments
    user = {"subject": "", "mail": "", "name": "", **query}
    name_id = NameID(format=query.get("format", NAMEID_FORMAT_PERSISTENT), text=user["subject"])
    identity = {"mail": [user["mail"]], "displayName": [user["name"]]}
    response = IDP.create_authn_response(
        {name: values for name, values in identity.items() if values[0]},
        in_response_to=request.id,
        destination=arguments["destination"],
        sp_entity_id=arguments["sp_entity_id"],
        name_id=name_id,
        authn={"class_ref": PASSWORDPROTECTEDTRANSPORT},
        sign_assertion=False,
        sign_response=False,
    )
    tree = etree.fromstring(str(response).encode())
    message = faults.written(IDP, FOLDER, tree, query.get("fault", ""), request)
    sent = base64.b64encode(message).decode() if isinstance(message, bytes) else message
    fields = {"SAMLResponse": sent, "RelayState": query.get("RelayState", "")}
    inputs = "".join(f'<input type="hidden" name="{name}" value="{escape(text)}">' for name, text in fields.items())
    action = escape(arguments["destination"])
    force = escape(str(request.force_authn))
    return f'<form method="post" action="{action}" data-force-authn="{force}">{inputs}</form>'


def know(entity_id):
    """Reads the metadata that the service provider publishes, once."""
    if entity_id not in IDP.metadata.keys():
        IDP.metadata.load("remote", url=entity_id)


def server(issuer):
    config = IdPConfig().load(
        {
            "entityid": issuer,
            "xmlsec_binary": shutil.which("xmlsec1"),
            "key_file": str(FOLDER / "now.key"),
            "cert_file": str(FOLDER / "now.pem"),
            "service": {
                "idp": {
                    "endpoints": {"single_sign_on_service": [(f"{issuer}/sso?idpid=C0", BINDING_HTTP_REDIRECT)]},
                    "policy": {"default": {"lifetime": {"minutes": 5}, "name_form": NAME_FORMAT_URI}},
                }
            },
        }
    )
    config.metadata = MetadataStore(ac_factory(), config)
    return Server(config=config)


CERTIFICATES = {name: key_pair(name) for name in ["now", "next", "other"]}
LISTENER = ThreadingHTTPServer(("127.0.0.1", 0), Page)
LISTENER.daemon_threads = True
ISSUER = f"http://127.0.0.1:{LISTENER.server_port}"
IDP = server(ISSUER)
threading.Thread(target=LISTENER.serve_forever, daemon=True).start()
print(json.dumps({"issuer": ISSUER, "certificates": CERTIFICATES}), flush=True)
sys.stdin.read()
shutil.rmtree(FOLDER, ignore_errors=True)

"""Responses of the identity provider with something wrong, by the name of the fault; without one, a good response.

A fault of content is signed like everything else. A fault after the signature is what an attacker can do with a good
response; XSW1 to XSW8 are the shapes of "On Breaking SAML: Be Whoever You Want to Be" (Somorovsky and others, 2012).
"""

from copy import deepcopy

from lxml import etree
from saml2.saml import NAMEID_FORMAT_TRANSIENT
from saml2.sigver import pre_signature_part
from saml2.xmldsig import DIGEST_SHA1, DIGEST_SHA256, SIG_RSA_SHA1, SIG_RSA_SHA256

PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol"
ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion"
DSIG = "http://www.w3.org/2000/09/xmldsig#"
IN = {"p": PROTOCOL, "a": ASSERTION, "d": DSIG}
VICTIM = "victim@example.ro"


def written(idp, folder, tree, fault, request):
    """The bytes of the response with this fault, or the text to send in place of its base64."""
    if fault in AS_TEXT:
        return AS_TEXT[fault]
    if fault in CONTENT:
        CONTENT[fault](tree)
    if fault == "two_principals":
        tree.append(replaced_ids(victims(only(tree, "a:Assertion"))))
    elif fault == "two_assertions":
        tree.append(replaced_ids(deepcopy(only(tree, "a:Assertion"))))
    key = {"other_key": "other", "next_key": "next"}.get(fault, "now")
    signed = {
        "unsigned": [],
        "status_denied": [],
        "response_only": ["p:Response"],
        "xsw1": ["p:Response"],
        "xsw2": ["p:Response"],
        "both_signed": ["a:Assertion", "p:Response"],
    }.get(fault, ["a:Assertion"])
    weak = fault == "sha1"
    for name in signed:
        tree = sign(idp, folder, tree, name, key, weak)
    if fault == "encrypted":
        tree = encrypted(idp, folder, tree)
    if fault in AFTER:
        tree = AFTER[fault](tree)
    return TEXT.get(fault, lambda text: text)(etree.tostring(tree))


def only(tree, path):
    [found] = tree.xpath(path if "/" in path else f"//{path}", namespaces=IN)
    return found


def sign(idp, folder, tree, name, key, weak):
    """Signs every element of this name with xmlsec1."""
    places = [tree] if name == "p:Response" else tree.xpath(f"./{name}", namespaces=IN)
    for place, ident in enumerate([place.get("ID") for place in places]):
        [node] = tree.xpath("//*[@ID=$ident]", ident=ident)
        certificate = "".join((folder / f"{key}.pem").read_text().splitlines()[1:-1])
        algorithms = (DIGEST_SHA1, SIG_RSA_SHA1) if weak else (DIGEST_SHA256, SIG_RSA_SHA256)
        # The identifiers of signatures are those of the document too.
        number = place + (10 if name == "p:Response" else 1)
        template = pre_signature_part(ident, certificate, number, *algorithms)
        node.insert(1, etree.fromstring(str(template).encode()))
        of = f"{PROTOCOL}:Response" if name == "p:Response" else f"{ASSERTION}:Assertion"
        text = idp.sec.sign_statement(
            etree.tostring(tree).decode(), of, key_file=str(folder / f"{key}.key"), node_id=ident
        )
        tree = etree.fromstring(text.encode())
    return tree


def encrypted(idp, folder, tree):
    from saml2.sigver import pre_encrypt_assertion
    from saml2.samlp import response_from_string

    prepared = pre_encrypt_assertion(response_from_string(etree.tostring(tree)))
    certificate = str(folder / "other.pem")
    text = idp.sec.encrypt_assertion(str(prepared), certificate, TEMPLATE, node_xpath=XPATH)
    return etree.fromstring(text.encode() if isinstance(text, str) else text)


XPATH = (
    "/*[local-name()='Response']/*[local-name()='EncryptedAssertion']/*[local-name()='Assertion']"
)
TEMPLATE = __import__("saml2.sigver", fromlist=["_"]).pre_encryption_part()


# Content


def change(path, attribute, value):
    def apply(tree):
        for found in tree.xpath(path, namespaces=IN):
            if value is None:
                found.attrib.pop(attribute, None)
            else:
                found.set(attribute, value)

    return apply


def remove(path):
    def apply(tree):
        for found in tree.xpath(path, namespaces=IN):
            found.getparent().remove(found)

    return apply


def write(path, text):
    def apply(tree):
        for found in tree.xpath(path, namespaces=IN):
            found.text = text

    return apply


def all_of(*changes):
    return lambda tree: [apply(tree) for apply in changes] and None


def unknown_condition(tree):
    conditions = only(tree, "a:Conditions")
    kind = "{http://www.w3.org/2001/XMLSchema-instance}type"
    etree.SubElement(conditions, f"{{{ASSERTION}}}Condition", {kind: "x:Unknown"}, nsmap={"x": "urn:x"})


DATA = "//a:SubjectConfirmationData"
LONG_AGO, FAR_AWAY = "2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z"
EMAIL_ATTRIBUTE = "//a:Attribute[@Name='urn:oid:0.9.2342.19200300.100.1.3']"
EMAIL_VALUE = f"{EMAIL_ATTRIBUTE}/a:AttributeValue"


def add_attribute(tree, name, values):
    attribute = etree.SubElement(only(tree, "a:AttributeStatement"), f"{{{ASSERTION}}}Attribute", Name=name)
    for value in values:
        etree.SubElement(attribute, f"{{{ASSERTION}}}AttributeValue").text = value


CONTENT = {
    "wrong_audience": write("//a:Audience", "https://other.example/metadata"),
    "no_audience": remove("//a:AudienceRestriction"),
    "wrong_recipient": change(DATA, "Recipient", "https://other.example/acs"),
    "wrong_destination": change("/p:Response", "Destination", "https://other.example/acs"),
    "foreign_request": all_of(change("/p:Response", "InResponseTo", "_other"), change(DATA, "InResponseTo", "_other")),
    "foreign_confirmation": change(DATA, "InResponseTo", "_other"),
    "unsolicited": all_of(change("/p:Response", "InResponseTo", None), change(DATA, "InResponseTo", None)),
    "expired": change("//a:Conditions", "NotOnOrAfter", LONG_AGO),
    "confirmation_expired": change(DATA, "NotOnOrAfter", LONG_AGO),
    "not_yet_valid": change("//a:Conditions", "NotBefore", FAR_AWAY),
    "session_over": change("//a:AuthnStatement", "SessionNotOnOrAfter", LONG_AGO),
    "old_authentication": change("//a:AuthnStatement", "AuthnInstant", LONG_AGO),
    "not_bearer": change("//a:SubjectConfirmation", "Method", "urn:oasis:names:tc:SAML:2.0:cm:sender-vouches"),
    "wrong_issuer": write("//a:Issuer", "https://other.example"),
    "unknown_condition": unknown_condition,
    "transient": change("//a:NameID", "Format", NAMEID_FORMAT_TRANSIENT),
    "no_subject": write("//a:NameID", ""),
    "blank_subject": write("//a:NameID", "\n      \n    "),
    "indented": all_of(write("//a:NameID", "\n      u-1\n    "), write(EMAIL_VALUE, "\n      ana@firma.ro\n    ")),
    "many_groups": lambda tree: add_attribute(
        tree, "http://schemas.xmlsoap.org/claims/Group", [f"FIRMA-Grup-cu-nume-{number:05}" for number in range(750)]
    ),
    "too_many_groups": lambda tree: add_attribute(tree, "groups", ["g" * 1000] * 300),
    "keycloak_email": change(EMAIL_ATTRIBUTE, "Name", "urn:oid:1.2.840.113549.1.9.1"),
    "capital_email": change(EMAIL_ATTRIBUTE, "Name", "Email"),
    "unknown_email": change(EMAIL_ATTRIBUTE, "Name", "urn:firma:adresa"),
    "empty_value_first": lambda tree: only(tree, EMAIL_ATTRIBUTE).insert(
        0, etree.Element(f"{{{ASSERTION}}}AttributeValue")
    ),
    "same_assertion": change("//a:Assertion", "ID", "id-used-twice"),
    "status_denied": all_of(
        change("//p:StatusCode", "Value", "urn:oasis:names:tc:SAML:2.0:status:Responder"),
        lambda tree: etree.SubElement(
            only(tree, "p:StatusCode"),
            f"{{{PROTOCOL}}}StatusCode",
            Value="urn:oasis:names:tc:SAML:2.0:status:RequestDenied",
        ),
        remove("//a:Assertion"),
    ),
}


# After the signature


def victims(assertion):
    """A copy of the assertion about the victim, without a signature."""
    evil = deepcopy(assertion)
    for signature in evil.findall("d:Signature", IN):
        evil.remove(signature)
    evil.set("ID", "evil")
    for found in evil.xpath(".//a:NameID", namespaces=IN):
        found.text = VICTIM
    for found in evil.xpath(".//a:AttributeValue", namespaces=IN):
        found.text = VICTIM
    return evil


def replaced_ids(assertion):
    assertion.set("ID", "id-second")
    return assertion


def detached(node):
    """The signature of the node, taken from it."""
    signature = node.find("d:Signature", IN)
    node.remove(signature)
    return signature


def into_object(signature, node):
    etree.SubElement(signature, f"{{{DSIG}}}Object").append(node)


def around_response(tree, place):
    """An unsigned response about the victim that contains the signed one."""
    original = deepcopy(tree)
    evil = deepcopy(tree)
    detached(evil)
    evil.set("ID", "evil-response")
    assertion = evil.find("a:Assertion", IN)
    evil.replace(assertion, victims(assertion))
    signature = detached(original)
    evil.insert(1, signature)
    place(evil, signature, original)
    return evil


def around_assertion(tree, place):
    """The response with an assertion about the victim; `place` gets it, the signed one, and the response."""
    original = tree.find("a:Assertion", IN)
    place(victims(original), original, tree)
    return tree


def xsw3(evil, original, tree):
    tree.insert(tree.index(original), evil)


def xsw4(evil, original, tree):
    tree.replace(original, evil)
    evil.append(original)


def xsw5(evil, original, tree):
    evil.insert(1, detached(original))
    tree.insert(tree.index(original), evil)


def xsw6(evil, original, tree):
    signature = detached(original)
    tree.replace(original, evil)
    evil.insert(1, signature)
    signature.append(original)


def xsw7(evil, original, tree):
    extensions = etree.Element(f"{{{PROTOCOL}}}Extensions")
    extensions.append(evil)
    evil.set("ID", original.get("ID"))
    tree.insert(1, extensions)


def xsw8(evil, original, tree):
    signature = detached(original)
    tree.replace(original, evil)
    evil.insert(1, signature)
    into_object(signature, original)


def after(apply):
    return lambda tree: apply(tree) or tree


def commented(tree):
    """A comment inside the signed name: canonicalization leaves it out, so the signature stays valid."""
    name = only(tree, "a:NameID")
    whole = name.text
    name.text = whole[:6]
    comment = etree.Comment("x")
    comment.tail = whole[6:]
    name.append(comment)


AFTER = {
    "tampered_subject": after(write("//a:NameID", VICTIM)),
    "tampered_attribute": after(write("//a:AttributeValue", VICTIM)),
    "signature_removed": after(remove("//d:Signature")),
    "commented": after(commented),
    "deep": after(lambda tree: nest(tree, 5000)),
    "xsw1": lambda tree: around_response(tree, lambda evil, signature, original: into_object(signature, original)),
    "xsw2": lambda tree: around_response(tree, lambda evil, signature, original: evil.insert(1, original)),
    **{
        name: (lambda place: lambda tree: around_assertion(tree, place))(place)
        for name, place in {"xsw3": xsw3, "xsw4": xsw4, "xsw5": xsw5, "xsw6": xsw6, "xsw7": xsw7, "xsw8": xsw8}.items()
    },
}


def nest(tree, depth):
    place = tree
    for _ in range(depth):
        place = etree.SubElement(place, "x")


# Text

BOMB = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 8))
TEXT = {
    "doctype": lambda text: b"<!DOCTYPE Response>" + text,
    "entities": lambda text: f'<!DOCTYPE x [<!ENTITY e0 "lol">{BOMB}]>'.encode() + text.replace(b"Success", b"&e7;"),
    "external_entity": lambda text: b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + text,
    "oversized": lambda text: text + b"<!--" + b"x" * 400_000 + b"-->",
    "not_xml": lambda _: b"hello",
}
AS_TEXT = {"not_base64": "%%%", "empty": ""}

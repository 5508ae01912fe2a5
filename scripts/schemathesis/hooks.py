"""What Schemathesis must know of the API that no schema can say. Loaded through SCHEMATHESIS_HOOKS."""

import hashlib
import hmac
import json
import os
import time
import uuid

import requests
import schemathesis
from schemathesis.generation import GenerationMode

# Refusals about the state of things: what was sent is right, and its time or its merchant is not.
OF_THE_STATE = {
    "ACCESS_CODE_INVALID",
    "ACCOUNT_NAME_MISMATCH",
    "AMOUNT_OUT_OF_RANGE",
    "CARD_TOKEN_INVALID",
    "CHANNEL_NOT_ALLOWED",
    "DESTINATION_INVALID",
    # The generator sends one key with many requests.
    "IDEMPOTENCY_KEY_REUSED",
    "INSUFFICIENT_AVAILABLE_BALANCE",
    "PAN_NOT_ACCEPTED",
    # Where requests and replies have a shape in common, it cannot be closed.
    "UNKNOWN_FIELD",
    "UNKNOWN_BANK_CODE",
    "UNKNOWN_PREFIX",
    "WEBHOOK_URL_NOT_PUBLIC",
}
# Rules between fields, and days that no calendar has: descriptions tell them, since a schema cannot.
BETWEEN_FIELDS = {"unique", "required", "oneOf", "min", "max", "date", "url", "text"}
# Their descriptions say in words what the regular expressions of all generators cannot: a letter of any script, how many bytes
# a base64 text has, the numbering plans of countries, an account that depends on the channel, networks of addresses.
PATTERN_IN_WORDS = {"firstName", "lastName", "accountName", "name", "phoneNumber", "secret", "account", "addresses"}

hook_key = bytes.fromhex(os.environ.get("MANILLA_HOOK_KEY", ""))


@schemathesis.hook
def before_call(_context, case, _kwargs):
    headers = dict(case.headers or {})
    if "Idempotency-Key" in headers and is_positive(case):
        # A key names one request: the generator sends one key with many.
        headers["Idempotency-Key"] = str(uuid.uuid4())
    if hook_key and "/providers/" in case.path:
        headers.update(signature_of(case))
    case.headers = headers


def signature_of(case):
    """As a bank signs the bytes that it sends."""
    call = case.as_transport_kwargs()
    parts = {name: call[name] for name in ("data", "json", "headers") if name in call}
    body = requests.Request(case.method, "http://bank.example", **parts).prepare().body or b""
    raw = body if isinstance(body, bytes) else body.encode()
    stamp = str(int(time.time()))
    mac = hmac.new(hook_key, f"{stamp}.".encode() + raw, hashlib.sha256).hexdigest()
    return {"x-provider-timestamp": stamp, "x-provider-signature": mac}


def is_told(error):
    path = set(error["field"].split("."))
    # A cursor comes from a page: no pattern says which.
    if error["rule"] == "pattern":
        return bool(path & (PATTERN_IN_WORDS | {"cursor"}))
    # Characters that nobody sees are taken out of a text before it is measured.
    return error["rule"] in BETWEEN_FIELDS | {"length"} or "cursor" in path


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE


@schemathesis.check
def taken_or_told(_context, response, case):
    """What may be sent by the document is taken, or refused by a rule that no schema can say."""
    if not is_positive(case) or response.status_code not in (400, 413, 415, 422):
        return
    data = json.loads(response.content).get("data") or {}
    errors = data.get("errors", [])
    told = data.get("reason") in OF_THE_STATE or (errors and all(is_told(error) for error in errors))
    assert told, f"The document allows what was refused: {data}"

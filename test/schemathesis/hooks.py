"""Teaches schemathesis what no schema can say: keys, signatures, the query grammar, and rules between two parameters.

Data that is meant to be valid then is valid, so every refusal of it is a finding.
"""

import json
import os
import re
from itertools import count
from urllib.parse import unquote

import schemathesis
from hypothesis import strategies as st

with open(os.environ["SCHEMATHESIS_SAMPLES"], encoding="utf-8") as file:
    SAMPLES = json.load(file)

MAX_WINDOW = 10_000
QUERIES = [
    "",
    "*",
    "division",
    "long division",
    '"long division"~2',
    "name:division AND NOT @type:Framework",
    "(a OR b) AND (c OR -d)",
    "+a -b !c",
    "divis*",
    "d?vision",
    "devision~1",
    "_exists_:name",
    "@version:[1 TO 5}",
    "@version:>=10",
    'name:("a b" c)^2',
    "@id:https\\://example.org/x",
]
SORTS = [
    "",
    "[]",
    '"name"',
    '[{"name.keyword":{"order":"asc"}}]',
    '[{"dateCreated":{"order":"desc","missing":"_first","unmapped_type":"long"}},"_score"]',
]

words = st.text(max_size=20)
short = st.text(min_size=1, max_size=64)
keys = st.sampled_from(SAMPLES["keys"])
SIGNED = ["", "[]", *SAMPLES["sheets"]]
sheets = st.sampled_from(SIGNED)
objects = st.fixed_dictionaries(
    {
        "@context": st.sampled_from(["https://schema.org", "https://schema.cassproject.org/0.4"]),
        "@type": st.sampled_from(["Thing", "Competency"]),
        "@id": st.integers(0, 50).map(lambda number: f"https://example.org/thing/{number}"),
    },
    optional={
        "name": words | st.dictionaries(words, words, max_size=2),
        "@owner": st.lists(keys, max_size=2),
        "@reader": st.lists(keys, max_size=2),
    },
)
identifiers = st.lists(words | st.integers(0, 50).map(lambda number: f"https://example.org/thing/{number}"), max_size=5)
search_params = st.fixed_dictionaries(
    {},
    optional={
        "q": st.sampled_from(QUERIES),
        "start": st.integers(0, 100),
        "size": st.integers(0, 100),
        "sort": st.sampled_from(SORTS),
        "ids": st.booleans(),
    },
)
credentials = {"username": short, "password": short}
kept = {"credentials": st.dictionaries(words, words, max_size=2)}


hypotheses = st.lists(
    st.fixed_dictionaries(
        {"competency": short},
        optional={"negative": st.booleans(), "agent": words | keys, "assertionDate": st.integers(0, 10**13)},
    ),
    max_size=3,
)


def json_text(strategy):
    return strategy.map(json.dumps)


for name, strategy in {
    "pem-public-key": keys,
    "signature-sheet": sheets,
    "json-ld": json_text(objects),
    "json-ld-array": json_text(st.lists(objects, max_size=3)),
    "identifiers": json_text(identifiers),
    "ndjson": st.lists(objects, max_size=3).map(lambda lines: "".join(json.dumps(line) + "\n" for line in lines)),
    "query-string": st.sampled_from(QUERIES),
    "sort": st.sampled_from(SORTS),
    "search-params": json_text(search_params),
    "what-if": json_text(hypotheses),
    "change-cursor": st.sampled_from(["now", "2020-01-31T12:00:00Z", "2027-01-31T12:00:00+01:00"]),
    "IdentityCreation": json_text(st.fixed_dictionaries({**credentials, **kept})),
    "IdentityCommit": json_text(st.fixed_dictionaries({**credentials, **kept, "token": short})),
    "IdentityRequest": json_text(st.fixed_dictionaries(credentials)),
}.items():
    schemathesis.openapi.format(name, strategy)

schemathesis.serializer.alias("application/x-ndjson", "text/plain")

turns = count()
user = {}
"""The identity created last: its name and password, and the token of its last login."""


@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body if isinstance(case.body, dict) else {}
    sheet = body.get("signatureSheet")
    operation = operation_id(case)
    if case.meta.is_negative_at("body"):
        if operation == "processJsonLd":
            # A document in the query is taken instead of the body.
            for name in ("text", "url"):
                case.query.pop(name, None)
        if sheet is not None:
            # A valid sheet elsewhere in the request would make up for this one.
            case.headers.pop("signatureSheet", None)
        return
    if isinstance(sheet, list):
        body["signatureSheet"] = json.loads(next_of(SAMPLES["sheets"]))
    if operation == "createIdentity":
        set_credentials(body, {"username": f"name-{next(turns)}"})
    if operation in ("login", "commitIdentity") and next(turns) % 2:
        set_credentials(body, user)
    if operation == "multiPut" and "ifMatch" in body:
        set_conditions(body)
    if operation == "postLearnerProfile" and not case.meta.is_negative_at("query"):
        # Needed, but in either place.
        for name in ("frameworkId", "subject"):
            if body.get(name) is None:
                case.query.setdefault(name, "nobody")
    if operation == "readChanges":
        case.headers.pop("last-event-id", None)  # only a cursor of this store resumes a stream
        if not case.meta.is_negative_at("query") and "wait" in case.query:
            case.query["wait"] = 0  # there may be no changes
    if operation in ("bulk", "getCatalog") and not case.meta.is_negative_at("query"):
        case.query.pop("cursor", None)  # only one of this list continues it
    if operation in ("search", "searchData", "postSearch", "postSearchData") and not case.meta.is_negative_at("query"):
        make_searchable(case.query, body)


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code != 200:
        return
    operation = operation_id(case)
    if operation == "createIdentity":
        user.clear()
        user.update({name: credentials_of(case.body)[name] for name in ("username", "password")})
    if operation == "login" and credentials_of(case.body)["username"] == user.get("username"):
        user["token"] = response.json()["token"]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Drops what is no finding.

    ST201, an invalid request was taken: a batch judges each item on its own, and naming it among the failed ones is its
    refusal. ST202, a valid request was refused: in sequences a path parameter may be a member of an earlier answer that
    happens to have its name, whatever its schema says. And the documents, ids, fields and filters of the exchange of frameworks have
    grammars that no schema expresses: which of them are taken is tested in test/acceptance. So have the messages of MCP, and the settings of
    webhooks; and a draft needs
    a name in one of two places; drafts and searches by meaning answer 503 here, since this service has no models. Only sheets that were signed are
    valid, and which formats an object is offered in depends on what it says. 431: the server refused a head that is too
    long before any operation saw it.
    """
    if response.status_code == 431:
        return False
    if failure.code == "ST201":
        if operation_id(case) in ("recordStatement", "recordStatements"):
            return not any(result["status"] == "rejected" for result in response.json())
        return not (operation_id(case) == "multiPut" and response.json().get("failed"))
    if failure.code == "ST101" and response.status_code == 503 and NO_MODEL.search(response.text):
        return False
    if failure.code == "ST202":
        return fits_path(case) and not EXCHANGE.match(case.operation.path) and not depends_on_contents(case, response)
    return True


NO_MODEL = re.compile(r"has no (?:language model|embedding model)")
EXCHANGE = re.compile(r"/api/(?:align|ctdlasn|ceasn|asn|ims|jsonld|xapi|badge|scd|ce|mcp|llm|ollama|webhooks)(?:/|$)")


def fits_path(case):
    """Whether the path parameters are what the description allows."""
    values = case.path_parameters or {}
    for parameter in case.operation.definition.raw.get("parameters", []):
        pattern = parameter["schema"].get("pattern")
        value = values.get(parameter["name"])
        if parameter["in"] == "path" and pattern and isinstance(value, str) and not re.search(pattern, unquote(value)):
            return False
    return True


def depends_on_contents(case, response):
    """Whether a sheet was refused that nobody signed, or a format that this object is not offered in."""
    if response.status_code == 422 and "problem:invalid-sheet" in response.text:
        return (case.headers or {}).get("signatureSheet", "") not in SIGNED
    return response.status_code == 406 and "format" in (case.query or {})


def operation_id(case):
    return case.operation.definition.raw.get("operationId")


def next_of(samples):
    return samples[next(turns) % len(samples)]


def credentials_of(body):
    text = body.get("credentialCommit") or body.get("credentialRequest")
    return body if text is None else json.loads(text)


def set_credentials(body, members):
    for part in ("credentialCommit", "credentialRequest"):
        if part in body:
            body[part] = json.dumps({**json.loads(body[part]), **members})
            return
    body.update(members)


def set_conditions(body):
    """`ifMatch` has a value for each item, which no schema can express."""
    data = body.get("data")
    items = json.loads(data) if isinstance(data, str) else data or []
    conditions = [next_of([None, '"1"']) for _ in items]
    body["ifMatch"] = json.dumps(conditions) if isinstance(body["ifMatch"], str) else conditions


def make_searchable(query, body):
    """`start` and `size` together have a limit, a cursor belongs to one search, and names to sort by have a grammar.

    Results by meaning have an order of their own, and this service has no embedding model.
    """
    params = body.get("searchParams")
    for given in (query, params if isinstance(params, dict) else {}):
        for name in ("cursor", "mode", "similarTo"):
            given.pop(name, None)
    if isinstance(params, str):
        query.pop("start", None)
        query.pop("size", None)
        return
    if isinstance(params, dict):
        if params.get("sort") is not None:
            text = next_of(SORTS)
            params["sort"] = json.loads(text) if text.startswith("[") else text
    last = params if isinstance(params, dict) else query
    given = {**query, **{name: value for name, value in last.items() if value is not None}}
    last["size"] = min(int(given.get("size", 50)), MAX_WINDOW - int(given.get("start", 0)))

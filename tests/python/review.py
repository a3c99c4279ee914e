"""A strict review of openapi.json: what a reader of the document would miss, and examples that aren't what they show.

Prints each finding; exits 0 where there is none.
"""

import json
import pathlib
import sys

from openapi_schema_validator import OAS30Validator, oas30_format_checker
from openapi_spec_validator import OpenAPIV30SpecValidator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT4

ROOT = pathlib.Path(__file__).parents[2]
DOCUMENT = json.loads((ROOT / "openapi.json").read_text(encoding="utf-8"))
findings = []


def resolved(part):
    """The part a reference names."""
    while "$ref" in part:
        target = DOCUMENT
        for step in part["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        part = target
    return part


def absolute(schema):
    """The schema with its references into the document, so that it can be viewed alone."""
    if isinstance(schema, dict):
        return {
            key: f"urn:document{value}" if key == "$ref" else absolute(value)
            for key, value in schema.items()
            if key != "discriminator"
        }
    return [absolute(item) for item in schema] if isinstance(schema, list) else schema


REGISTRY = Registry().with_resource("urn:document", Resource(contents=absolute(DOCUMENT), specification=DRAFT4))


def wants(part, at, *keys):
    for key in keys:
        if not part.get(key) and part.get(key) is not False:
            findings.append(f"{at} has no {key}")


def conforms(value, schema, at):
    validator = OAS30Validator(absolute(schema), registry=REGISTRY, format_checker=oas30_format_checker)
    findings.extend(f"the example of {at}: {error.message}" for error in validator.iter_errors(value))


def content(part, at):
    """Every body has examples, and they are of its schema."""
    for kind, body in part.get("content", {}).items():
        examples = {"": {"value": body["example"]}} if "example" in body else body.get("examples", {})
        if not examples:
            findings.append(f"{at} ({kind}) has no example")
        for name, example in examples.items():
            if kind == "application/json":
                conforms(example["value"], body["schema"], f"{at} {name}")


def operation(operation, path):
    at = operation.get("operationId", path)
    wants(operation, at, "operationId", "summary", "description", "tags", "responses")
    for parameter in operation.get("parameters", []):
        wants(parameter, f"{at}, parameter {parameter['name']}", "description", "example", "schema")
        conforms(parameter["example"], parameter["schema"], f"{at}, parameter {parameter['name']}")
    if body := operation.get("requestBody"):
        wants(body, f"{at}, body", "description", "content")
        content(body, f"{at}, body")
    for status, response in operation["responses"].items():
        response = resolved(response)
        wants(response, f"{at}, {status}", "description")
        content(response, f"{at}, {status}")
        if status[0] in "45":
            error(response, f"{at}, {status}")
        elif status not in {"204", "304"} and "content" not in response:
            findings.append(f"{at}, {status} has no content")
        for link in response.get("links", {}).values():
            wants(link, f"{at}, {status}, a link", "description", "operationId")


def error(response, at):
    """Every example is of a listed code."""
    for example in response["content"]["application/json"]["examples"].values():
        code = example["value"]["error"]["code"]
        if f"`{code}`" not in response["description"]:
            findings.append(f"{at}: the description does not name {code}")


def schema(schema, at):
    """The description of an envelope says what its fields are."""
    wants(schema, at, "description")
    for name, field in schema.get("properties", {}).items():
        if not at.endswith("Envelope") and "$ref" not in field:
            wants(field, f"{at}.{name}", "description")


findings.extend(str(fault.message) for fault in OpenAPIV30SpecValidator(DOCUMENT).iter_errors())
for path, item in DOCUMENT["paths"].items():
    for each in item.values():
        operation(each, path)
for name, each in DOCUMENT["components"]["schemas"].items():
    schema(each, name)
for name, header in DOCUMENT["components"]["headers"].items():
    wants(header, name, "description", "schema", "example")
    conforms(header["example"], header["schema"], name)
wants(DOCUMENT["info"], "the document", "title", "version", "description")
for tag in DOCUMENT["tags"]:
    wants(tag, f"the tag {tag['name']}", "description")
print("\n".join(findings))
sys.exit(bool(findings))

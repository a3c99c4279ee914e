"""Reads Authentication-Results with authres: a JSON array of header values on standard input, what it read on standard output."""

import json
import sys

from authres import FeatureContext
from authres.core import AuthenticationResultsHeader, AuthResError


class Strict(AuthenticationResultsHeader):
    """Refuses a property that it can't read. By default it is left out."""

    def __init__(self, context, **values):
        super().__init__(context, strict=True, **values)


def read(text):
    try:
        header = Strict.parse_value(FeatureContext(), text)
    # AttributeError: a property without a name.
    except (AuthResError, AttributeError) as error:
        return {"error": str(error)}
    results = [result for result in header.results if hasattr(result, "method")]
    return {
        "authserv_id": header.authserv_id,
        "version": header.version,
        "none_after_results": len(results) < len(header.results),
        "results": [
            {
                "method": result.method,
                "version": result.version,
                "result": result.result,
                "reason": result.reason,
                "properties": [[p.type, p.name, p.value] for p in result.properties],
            }
            for result in results
        ],
    }


json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)

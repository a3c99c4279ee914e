"""A Python client made of openapi.json calls three operations.

Says by what it prints what came of them; INVOICES_URL is where the service is.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[2]
# As a module, because the script of that name has the path at which the environment was made.
GENERATOR = [sys.executable, "-m", "openapi_python_client"]
# Nothing is done to what was made: it is thrown away.
# The generator knows no other type of bytes.
KINDS = ("message/rfc822", "application/pdf", "application/zip", "image/svg+xml", "text/calendar")
BYTES = "".join(f"  {kind}: application/octet-stream\n" for kind in KINDS)
SETTINGS = f"post_hooks: []\ncontent_type_overrides:\n{BYTES}"

folder = tempfile.TemporaryDirectory()
settings = pathlib.Path(folder.name, "settings.yml")
settings.write_text(SETTINGS, encoding="utf-8")
package = pathlib.Path(folder.name, "invoices")
subprocess.run(
    [*GENERATOR, "generate", "--path", ROOT / "openapi.json", "--output-path", package, "--meta", "none"]
    + ["--config", settings, "--fail-on-warning"],
    check=True,
)
sys.path.insert(0, folder.name)

from invoices import AuthenticatedClient, Client  # noqa: E402
from invoices.api.auth import user_signup  # noqa: E402
from invoices.api.invoices import invoice_list  # noqa: E402
from invoices.api.user import user_view  # noqa: E402
from invoices.models import InvoiceType, RetailCounts, SessionEnvelope, SignupBody  # noqa: E402

base = os.environ["INVOICES_URL"]
body = SignupBody(email="alva@example.com", name="Alva", password="correct horse battery")
session = user_signup.sync(client=Client(base_url=base), body=body)
assert isinstance(session, SessionEnvelope), session
client = AuthenticatedClient(base_url=base, token=session.data.access_token)

profile = user_view.sync(client=client)
assert (profile.data.name, profile.data.mail_account_connected) == ("Alva", False), profile

counted = invoice_list.sync(InvoiceType.RETAIL, client=client, counts=True)
assert isinstance(counted.data, RetailCounts), counted
assert counted.data.counts["grocery"] == 0, counted

refused = user_signup.sync_detailed(client=Client(base_url=base), body=body)
assert refused.status_code == 409, refused
print("three operations answered as the document says")

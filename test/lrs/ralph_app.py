"""Ralph on files. Statements are appended, and queried by the time at which they were stored, in the order asked for (xAPI 1.0.3, 2.1.3)."""

from datetime import datetime

from ralph.backends.data.base import BaseOperationType
from ralph.backends.lrs.base import StatementQueryResult
from ralph.backends.lrs.fs import FSLRSBackend

# Its own default refuses every request after the first.
FSLRSBackend.default_operation_type = BaseOperationType.APPEND


def stored(statement):
    return datetime.fromisoformat(statement["stored"])


def query_statements(self, params, target=None):
    found = list(self.read(query=self.settings.DEFAULT_LRS_FILE, target=target))
    if params.since:
        since = params.since if isinstance(params.since, datetime) else datetime.fromisoformat(params.since)
        found = [statement for statement in found if stored(statement) > since]
    found.sort(key=stored, reverse=not params.ascending)
    if params.search_after:
        ids = [statement["id"] for statement in found]
        found = found[ids.index(params.search_after) + 1 :]
    page = found[: params.limit] if params.limit else found
    search_after = page[-1]["id"] if len(page) < len(found) else None
    return StatementQueryResult(statements=page, pit_id=None, search_after=search_after)


FSLRSBackend.query_statements = query_statements

from ralph.api import app  # noqa: E402, F401

"""Harvests a repository with oaipmh-scythe, and prints the records as lines of JSON.

Usage: oai_harvest.py <base address> <arguments of list_records as JSON>
"""

import json
import sys

from oaipmh_scythe import NoRecordsMatch, Scythe

base, arguments = sys.argv[1:3]
with Scythe(base) as harvester:
    try:
        for record in harvester.list_records(**json.loads(arguments)):
            header = record.header
            line = {
                "identifier": header.identifier,
                "datestamp": header.datestamp,
                "sets": header.setSpecs,
                "deleted": header.deleted,
                "metadata": {} if header.deleted else record.metadata,
            }
            print(json.dumps(line))
    except NoRecordsMatch:
        pass

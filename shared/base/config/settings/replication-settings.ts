import { apiAddress, pem, type Setting } from '../formats.ts';

/** Settings of replication. Part of `SETTINGS`. */
export const REPLICATION_SETTINGS = {
  SVC_REPLICATION_ENDPOINT: {
    legacy: 'CASS_REPLICATION_ENDPOINT',
    parse: apiAddress,
    default: null,
    effect:
      'Address of another server, ending in `/api/`, that this one replicates: it pulls all objects that it lacks, with versions and deletions (docs/operate/replicate.md). Unset: it replicates no server.',
  },
  SVC_REPLICATION_PPK: {
    legacy: 'CASS_REPLICATION_PPK',
    parse: pem,
    default: null,
    defaultText: 'a key of the service, `replicateAdapter.pem`',
    effect:
      'Private RSA keys (PEM), one or more: requests to the other server are signed with them, and the replicated objects are written with their rights. The admin key of the other server makes all its objects readable; the admin key of this one allows changes to objects of other owners here.',
    secret: true,
  },
} as const satisfies Record<string, Setting>;

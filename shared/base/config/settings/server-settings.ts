import { apiAddress, boolean, integer, pathPrefix, type Setting, text } from '../formats.ts';

/** Settings of the server: its addresses, limits and memory. Part of `SETTINGS`. */
export const SERVER_SETTINGS = {
  PORT: {
    parse: integer(1, 65_535),
    default: 8080,
    effect: 'Port to listen on, 1 to 65535.',
  },
  HOST: {
    parse: text,
    default: '127.0.0.1',
    effect: 'Address to listen on. `0.0.0.0` or `::` serves other machines, as a container must.',
  },
  SVC_BASE: {
    legacy: 'CASS_BASE',
    parse: pathPrefix,
    default: '',
    effect: 'Path in front of every address, such as `/competencies`: the API is then at `/competencies/api/`.',
  },
  SVC_LOOPBACK: {
    legacy: 'CASS_LOOPBACK',
    parse: apiAddress,
    default: null,
    defaultText: '`http://localhost:<PORT><SVC_BASE>/api/` and the same with `127.0.0.1`',
    effect:
      'Own address as clients write it, ending in `/api/`. Ids under it are local: their version is part of the id.',
  },
  SVC_LOOPBACK_PROXY: {
    legacy: 'CASS_LOOPBACK_PROXY',
    parse: apiAddress,
    default: null,
    effect: 'A second own address, such as the public one of a reverse proxy. Ids under it are local too.',
  },
  SVC_EXTERNAL_ENDPOINT: {
    legacy: 'CASS_EXTERNAL_ENDPOINT',
    parse: apiAddress,
    default: null,
    effect: 'Public base address, ending in `/api/`. Ids under it are local too.',
  },
  POST_MAX_SIZE: {
    parse: integer(1024, 1 << 30),
    default: 52_428_800,
    effect:
      'Largest request body, or part of a form, in bytes; larger ones get 413. In functions 4500000 at most: the platform accepts no more. Clients read it from `ping` and split their batches.',
  },
  MEMORY_BUDGET: {
    parse: integer(1 << 20, Number.MAX_SAFE_INTEGER),
    default: null,
    defaultText: 'a quarter of what the heap may grow to',
    effect:
      'Bytes that large requests and responses may use at once; further ones wait, and get 503 after ten seconds. Small ones are not counted.',
  },
  WORKER_MAX_MEMORY: {
    parse: integer(64, 65_536),
    default: 1024,
    effect:
      'Megabytes that one of the threads that calculate profiles may use for objects, 64 to 65536. There is at most one thread less than the machine has processors; a calculation that needs more gets 503.',
  },
  MULTIPUT_BATCH_SIZE: {
    parse: integer(1, 10_000),
    default: 100,
    effect: 'Objects that multiPut passes to the store at a time.',
  },
  SEARCH_DEADLINE: {
    parse: integer(10, 600_000),
    default: 5000,
    effect: 'Milliseconds that a search may take; after that it gets 503.',
  },
  KILL: {
    parse: boolean,
    default: false,
    effect: '`GET /api/kill` ends the process. For tests and development.',
  },
  VERSION: {
    parse: text,
    default: null,
    defaultText: 'the version of the package',
    effect: 'Version of the server in `ping`.',
  },
} as const satisfies Record<string, Setting>;

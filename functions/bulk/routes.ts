import * as z from 'zod/mini';
import { DUMP, DUMP_FILE } from '../../shared/exchange/bulk/dump-index.ts';
import { NDJSON } from '../../shared/http/progress-answer.ts';
import { formattedText, type PathParameter, type Route, routesOf } from '../../shared/http/route.ts';
import { bulkEndpoints } from './endpoints.ts';
import { bulkQuery, catalogQuery } from './parameters.ts';

const lines = formattedText(
  'ndjson',
  'A line per object, as a read of it returns it.',
  '{"@context":"https://schema.org","@type":"Thing","@id":"https://example.org/1"}\n',
);

const UNCHANGED = { description: 'The caller has it already (`If-None-Match`).', headers: ['ETag'] };

const RDF = { 'application/n-triples': z.string(), 'application/rdf+xml': z.string() };

const binary = z.string().check(z.meta({ format: 'binary' }));

const dumpList = z.object({
  dumps: z.array(
    z.object({
      ...DUMP.shape,
      checksums: z.string(),
      files: z.array(z.object({ ...DUMP_FILE.shape, url: z.string() })),
    }),
  ),
});

const FILE: PathParameter = {
  name: 'file',
  description: 'The name of a file from the list of dumps, or of its checksums.',
  schema: z.string().check(z.regex(/^[^/]+$/), z.meta({ example: 'latest.sha256' })),
};

/** All objects at once. */
export const bulkRoutes: readonly Route[] = routesOf(bulkEndpoints, {
  bulk: {
    summary: 'All current objects that the caller may read',
    description:
      'The newest objects first, as one stream of lines, compressed if the client accepts gzip. An object that is there from the beginning to the end is sent once, whatever is written in between. With `limit`, pages: follow `rel="next"` of the `Link` header, and request a page again after a broken connection. `rel="monitor"` leads to the changes since the first page was requested. An answer that fails halfway ends without its last chunk, or without the end of the gzip data.',
    query: bulkQuery,
    responses: {
      200: { description: 'A line per object.', content: { [NDJSON]: lines }, headers: ['ETag', 'Link'] },
      304: {
        description: 'Nothing in the store has changed since the answer with this entity tag (`If-None-Match`).',
        headers: ['ETag'],
      },
    },
    problems: ['invalid-parameter', 'not-acceptable', 'store-unavailable', 'search-timeout', 'overloaded'],
  },
  getCatalog: {
    summary: 'What the service offers to everybody, for catalogs of data',
    description:
      'A description by W3C DCAT 3: all objects are a dataset, with the stream and the newest dump as distributions, and so is each framework that everybody may read, the newest first, without private drafts. A page has 100 frameworks: follow the `Link` header, or `hydra:next`.',
    query: catalogQuery,
    responses: {
      200: {
        description: 'A page of the catalog.',
        content: { 'application/ld+json': z.looseObject({}), 'text/turtle': z.string(), ...RDF },
        headers: ['ETag', 'Link'],
      },
      304: UNCHANGED,
    },
    problems: ['invalid-parameter', 'not-acceptable', 'store-unavailable', 'search-timeout', 'overloaded'],
  },
  listDumps: {
    summary: 'The dumps of all public objects',
    description:
      'Where the service writes all public objects to files once a day: the dumps that are kept, the newest first. `since` is the position of the changes to go on from.',
    responses: {
      200: { description: 'The dumps, with the checksums of their files.', content: { 'application/json': dumpList } },
      304: UNCHANGED,
    },
    problems: ['not-acceptable', 'store-unavailable'],
  },
  getDumpFile: {
    pathParameters: [FILE],
    summary: 'A file of a dump, or its checksums',
    description:
      'A line per object, compressed. A name never has other contents; parts of a file are sent on request (`Range`). `<day>.sha256` and `latest.sha256` have the names and checksums of all files of a dump, as `sha256sum -c` reads them.',
    responses: {
      200: {
        description: 'The whole file, or the checksums.',
        content: { 'application/gzip': binary, 'text/plain': z.string() },
        headers: ['ETag', 'Accept-Ranges', 'Repr-Digest'],
      },
      206: {
        description: 'A part of the file.',
        content: { 'application/gzip': binary },
        headers: ['ETag', 'Content-Range'],
      },
      304: UNCHANGED,
    },
    problems: ['no-such-route', 'range-not-satisfiable', 'store-unavailable'],
  },
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  XmlBufferInputProvider,
  XmlDocument,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';
import { expect } from 'vitest';
import type { Client } from './client.ts';
import { type OaiSchemas, oaiSchemas } from './oai-schemas.ts';
import { pythonEnvironment } from './python.ts';

const run = promisify(execFile);

const PREFIXES = {
  oai: 'http://www.openarchives.org/OAI/2.0/',
  dc: 'http://purl.org/dc/elements/1.1/',
  case: 'urn:competency-service:case-package:1.0',
};

/** An answer of OAI-PMH that is valid by the schemas of the protocol and of its formats. */
export type OaiAnswer = {
  readonly text: string;
  /** The texts at an XPath with the prefixes `oai`, `dc` and `case`. */
  readonly texts: (path: string) => readonly string[];
  /** The code of the error; undefined without one. */
  readonly error: string | undefined;
  /** Identifiers of live records, and of deleted ones. */
  readonly live: readonly string[];
  readonly deleted: readonly string[];
  /** Null at the end of a list. */
  readonly token: string | null;
};

export type OaiClient = {
  /** Sends a request, and expects an answer with the status 200 that is valid. */
  readonly ask: (query: string | Readonly<Record<string, string>>) => Promise<OaiAnswer>;
  /** All answers of a list. */
  readonly pages: (query: Readonly<Record<string, string>>) => Promise<readonly OaiAnswer[]>;
};

/** A client of OAI-PMH that validates every answer. */
export function oaiClient(client: Client): OaiClient {
  let schemas: Promise<OaiSchemas | null> | null = null;

  async function ask(query: string | Readonly<Record<string, string>>): Promise<OaiAnswer> {
    schemas ??= oaiSchemas(client);
    const search = typeof query === 'string' ? query : String(new URLSearchParams(query));
    const { status, headers, text } = await client.call(`/api/oai?${search}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
    return validAnswer(text, await schemas);
  }

  return {
    ask,
    async pages(query) {
      const { verb = '' } = query;
      const found = [await ask(query)];
      for (let token = found[0]?.token; token; token = found.at(-1)?.token) {
        found.push(await ask({ verb, resumptionToken: token }));
      }
      return found;
    },
  };
}

/**
 * Reads an answer.
 *
 * @param schemas null: the answer is not validated
 * @throws Error for an answer that is not valid
 */
export function validAnswer(text: string, schemas: OaiSchemas | null): OaiAnswer {
  if (schemas !== null) validate(text, schemas);
  const texts = evaluated(text);
  return {
    text,
    texts,
    error: texts('/oai:OAI-PMH/oai:error/@code')[0],
    live: texts('//oai:header[not(@status)]/oai:identifier'),
    deleted: texts('//oai:header[@status="deleted"]/oai:identifier'),
    token: texts('//oai:resumptionToken[text()]')[0] ?? null,
  };
}

function validate(text: string, schemas: OaiSchemas): void {
  xmlRegisterInputProvider(new XmlBufferInputProvider({ ...schemas }));
  try {
    using schema = XmlDocument.fromBuffer(schemas['answer.xsd'] ?? new Uint8Array(), { url: 'answer.xsd' });
    using validator = XsdValidator.fromDoc(schema);
    using document = XmlDocument.fromString(text);
    validator.validate(document);
  } finally {
    xmlCleanupInputProvider();
  }
}

function evaluated(text: string): OaiAnswer['texts'] {
  return (path) => {
    using document = XmlDocument.fromString(text);
    return document.find(path, PREFIXES).map(({ content }) => content);
  };
}

/** A record as another implementation of the protocol read it. */
export type HarvestedRecord = {
  readonly identifier: string;
  readonly datestamp: string;
  readonly sets: readonly string[];
  readonly deleted: boolean;
  readonly metadata: Readonly<Record<string, readonly string[]>>;
};

/** Harvests a repository. @param given as oaipmh-scythe names the arguments of ListRecords */
export type Harvester = (
  base: string,
  given?: {
    readonly from_?: string;
    readonly until?: string;
    readonly set_?: string;
    readonly metadata_prefix?: string;
  },
) => Promise<readonly HarvestedRecord[]>;

/**
 * The harvester oaipmh-scythe.
 *
 * @returns null if it is not available; the run prints one line about it
 * @throws Error instead of that if `CI` is `true`
 */
export async function foreignHarvester(): Promise<Harvester | null> {
  const python = await pythonEnvironment('oaipmh-scythe==0.16.0');
  if ('absent' in python) {
    if (process.env['CI'] === 'true') throw new Error(python.absent);
    console.warn(`Skipped: ${python.absent}`);
    return null;
  }
  const script = fileURLToPath(new URL('oai_harvest.py', import.meta.url));
  return async (base, given = {}) => {
    const args = [script, base, JSON.stringify(given)];
    const { stdout } = await run(join(python.bin, 'python'), args, { maxBuffer: 64 << 20 });
    return stdout.split('\n').flatMap((line): HarvestedRecord[] => (line === '' ? [] : [JSON.parse(line)]));
  };
}

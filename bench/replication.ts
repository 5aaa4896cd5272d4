import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminOf } from '../test/support/cast.ts';
import { runCommand } from '../test/support/command.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { sheet } from '../test/support/signer.ts';
import { type Result, type Round, toResult } from './result.ts';

const OBJECTS = 20_000;
const BATCH = 1_000;
const ROUNDS = 3;

/** Commands that move all objects of a server into an empty store: `replicate once` against `import` of its export. */
export async function benchReplication(): Promise<Result[]> {
  const source = await startServer({ POST_MAX_SIZE: '200000000' });
  const directory = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    await fill(source);
    const file = join(directory, 'all.ndjson');
    const signed = await sheet(source.api, [await adminOf(source)]);
    const exported = await fetch(`${source.api}util/export`, { headers: { signatureSheet: signed } });
    await writeFile(file, await exported.text());
    const settings = {
      SVC_REPLICATION_ENDPOINT: source.api,
      SVC_REPLICATION_PPK: await readFile(join(source.directory, 'keys', 'skyAdmin2.pem'), 'utf8'),
    };
    const rounds: Round[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const bare = await rateOf(['import', file], {});
      const service = await rateOf(['replicate', 'once'], settings);
      if (round >= 0) rounds.push({ bare, service, cpuRatio: null });
    }
    return [toResult('replication of new objects; bare: import of the same ones', 'objects/s', 0.7, rounds)];
  } finally {
    await source.dispose();
    await rm(directory, { recursive: true });
  }
}

async function rateOf(args: readonly string[], settings: Readonly<Record<string, string>>): Promise<number> {
  const data = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const start = performance.now();
    const { code, stdout, stderr } = await runCommand(args, { SVC_DATA_DIR: data, ...settings });
    const seconds = (performance.now() - start) / 1000;
    if (code !== 0 || !stdout.includes(`${OBJECTS} `)) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`);
    return OBJECTS / seconds;
  } finally {
    await rm(data, { recursive: true });
  }
}

async function fill({ api }: TestServer): Promise<void> {
  for (let from = 0; from < OBJECTS; from += BATCH) {
    const body = Array.from({ length: BATCH }, (_, index) => ({
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Competency',
      '@id': `${api}data/schema.cassproject.org.0.4.Competency/${randomUUID()}/1`,
      name: `Competency ${from + index}`,
      description: 'Explains, with examples of the own field, what is to be known and done here. '.repeat(8),
    }));
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${api}sky/repo/multiPut`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
  }
}

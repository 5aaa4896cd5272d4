import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pythonEnvironment } from '../support/python.ts';
import { newThing, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const run = promisify(execFile);

const { server, client } = useServer();
const FOLDER = 'examples/signature-sheet';
let directory = '';
let key = '';
let pem = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'key-'));
  key = join(directory, 'key.pem');
  await run('openssl', ['genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', key]);
  pem = (await run('openssl', ['pkey', '-in', key, '-pubout'])).stdout.replaceAll('\n', '');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function expectProof(command: string, script: string): Promise<void> {
  const { stdout: sheet } = await run(command, [join(FOLDER, script), key, server.api]);
  const hidden = newThing(server, { '@owner': [pem], '@reader': [pem] });
  await client.save(hidden, sheet);
  expect((await client.call(shortId(hidden))).status).toBe(404);
  expect((await client.call(shortId(hidden), { headers: { signatureSheet: sheet } })).json()).toEqual(hidden);
}

test('the sheet of the example for openssl proves its key', () => expectProof('sh', 'sheet.sh'));

test('the sheet of the example for Node proves its key', () => expectProof(process.execPath, 'sheet.mjs'));

test('the sheet of the example for Python proves its key', async ({ skip }) => {
  const python = await pythonEnvironment('cryptography==48.0.0');
  if ('absent' in python) {
    if (process.env.CI) throw new Error(python.absent);
    console.warn(`Skipped: ${python.absent}`);
    return skip();
  }
  await expectProof(join(python.bin, 'python'), 'sheet.py');
});

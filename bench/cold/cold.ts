import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { generateKeyPair } from '../../shared/base/crypto/private-key.ts';
import { bundleFunctions } from '../../tools/build/package/bundle.ts';
import { EMPTY, MEASURED_FUNCTIONS } from '../../tools/build/package/functions.ts';
import { type Count, median } from '../result.ts';

const ROUNDS = 15;

const SCRIPT = fileURLToPath(new URL('first-answer.mjs', import.meta.url));
const PING = eventOf('http-api');

/** First requests other than a ping. */
const FIRST_REQUESTS: Readonly<Record<string, string>> = { mcp: eventOf('mcp-tools-list') };

const run = promisify(execFile);

/**
 * How much processor time a new process takes to load a function and to answer its first request, over that of a function of Hono
 * alone that is built in the same way. Median of rounds in which every function has its turn.
 */
export async function benchCold(): Promise<readonly Count[]> {
  const directory = await mkdtemp(join(tmpdir(), 'cold-'));
  try {
    await bundleFunctions(pathToFileURL(`${directory}/`), [EMPTY, ...MEASURED_FUNCTIONS]);
    const env = await environment();
    const measured = new Map([EMPTY, ...MEASURED_FUNCTIONS].map(({ name }) => [name, [] as number[]]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, times] of measured) {
        const module = pathToFileURL(join(directory, name, 'index.mjs')).href;
        const { stdout } = await run(process.execPath, [SCRIPT, module, FIRST_REQUESTS[name] ?? PING], { env });
        times.push(Number(stdout));
      }
    }
    const bare = median(measured.get(EMPTY.name) ?? []);
    return MEASURED_FUNCTIONS.map(({ name, coldStartMs }) => ({
      name: `first answer of the function ${name}, ms of processor time over ${bare.toFixed(0)} ms of an empty one`,
      count: median(measured.get(name) ?? []) - bare,
      most: coldStartMs,
    }));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function eventOf(name: string): string {
  return fileURLToPath(new URL(`../../test/fixtures/events/${name}.json`, import.meta.url));
}

/** The settings of a function with its secrets but without a call to its store. */
async function environment(): Promise<Record<string, string>> {
  const secret = randomUUID() + randomUUID();
  return {
    SEARCH_ENDPOINT: 'http://127.0.0.1:9',
    SVC_LOOPBACK: 'https://api.example/api/',
    LOG_LEVEL: 'silent',
    skyAdmin2: (await generateKeyPair()).privatePem,
    skyId_secret: secret,
    skyId_username_public_salt: secret,
    skyId_password_public_salt: secret,
    skyId_secret_public_salt: secret,
  };
}

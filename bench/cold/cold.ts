import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { bundleFunctions } from '../../scripts/package/bundle.ts';
import { CORE_FUNCTIONS, EMPTY } from '../../scripts/package/functions.ts';
import { generateKeyPair } from '../../shared/crypto/private-key.ts';
import { type Count, median } from '../result.ts';

const ROUNDS = 15;

/** Milliseconds of processor time that a function may cost over one that does nothing. */
const MOST = 40;

const SCRIPT = fileURLToPath(new URL('first-answer.mjs', import.meta.url));
const EVENT = fileURLToPath(new URL('../../test/fixtures/events/http-api.json', import.meta.url));

const run = promisify(execFile);

/**
 * How much processor time a new process takes to load a function and to answer its first ping, over that of a function of Hono
 * alone that is built in the same way. Median of rounds in which every function has its turn.
 */
export async function benchCold(): Promise<readonly Count[]> {
  const directory = await mkdtemp(join(tmpdir(), 'cold-'));
  try {
    await bundleFunctions(pathToFileURL(`${directory}/`), [EMPTY, ...CORE_FUNCTIONS]);
    const env = await environment();
    const measured = new Map([EMPTY, ...CORE_FUNCTIONS].map(({ name }) => [name, [] as number[]]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, times] of measured) {
        const module = pathToFileURL(join(directory, name, 'index.mjs')).href;
        const { stdout } = await run(process.execPath, [SCRIPT, module, EVENT], { env });
        times.push(Number(stdout));
      }
    }
    const bare = median(measured.get(EMPTY.name) ?? []);
    return CORE_FUNCTIONS.map(({ name }) => ({
      name: `first answer of the function ${name}, ms of processor time over ${bare.toFixed(0)} ms of an empty one`,
      count: median(measured.get(name) ?? []) - bare,
      most: MOST,
    }));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The settings of a function with its secrets but without a call to its store. */
async function environment(): Promise<Record<string, string>> {
  const secret = randomUUID() + randomUUID();
  return {
    ...{ SEARCH_ENDPOINT: 'http://127.0.0.1:9', SVC_LOOPBACK: 'https://api.example/api/', LOG_LEVEL: 'silent' },
    ...{ skyAdmin2: (await generateKeyPair()).privatePem, skyId_secret: secret },
    ...{ skyId_username_public_salt: secret, skyId_password_public_salt: secret, skyId_secret_public_salt: secret },
  };
}

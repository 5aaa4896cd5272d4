import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSecretDirectory } from './secret-directory.ts';

let root: string;
let directory: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'secrets-'));
  directory = join(root, 'keys');
});

afterEach(() => rm(root, { recursive: true, force: true }));

const open = (env: Record<string, string | undefined> = {}) => createSecretDirectory({ directory, env, cached: true });
const never = () => Promise.reject(new Error('must not be made'));
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test('a secret is created once, and is the same after a restart', async () => {
  expect(await open().secret('skyId.secret', async () => 'first')).toBe('first');
  expect(await open().secret('skyId.secret', never)).toBe('first');
});

test('a secret of the environment takes precedence over the file, and the directory is not touched', async () => {
  expect(await open({ skyAdmin2: 'of the environment' }).secret('skyAdmin2.pem', never)).toBe('of the environment');
  await expect(stat(directory)).rejects.toThrow('ENOENT');
  await open().secret('skyAdmin2.pem', async () => 'of the file');
  expect(await open({ skyAdmin2: 'of the environment' }).secret('skyAdmin2.pem', never)).toBe('of the environment');
});

test('a file that the operator put there is used unchanged', async () => {
  await mkdir(directory, { mode: 0o700 });
  await writeFile(join(directory, 'skyId.secret'), 'mine \u00e9\n', { mode: 0o600 });
  expect(await open().secret('skyId.secret', never)).toBe('mine \u00e9\n');
});

test('all concurrent creators of a secret get the one that is stored', async () => {
  let made = 0;
  const values = await Promise.all(
    Array.from({ length: 24 }, () => open().secret('skyAdmin2.pem', async () => `secret ${made++}`)),
  );
  expect(new Set(values)).toEqual(new Set([await readFile(join(directory, 'skyAdmin2.pem'), 'utf8')]));
});

test('a secret that another process created first is kept, and the own one is dropped', async () => {
  const answer = await open().secret('skyAdmin2.pem', async () => {
    await open().secret('skyAdmin2.pem', async () => 'of the other');
    return 'of this one';
  });
  expect(answer).toBe('of the other');
  expect(await readFile(join(directory, 'skyAdmin2.pem'), 'utf8')).toBe('of the other');
  expect(await readdir(directory)).toEqual(['skyAdmin2.pem']);
});

test('one store creates a secret only once', async () => {
  let made = 0;
  const store = open();
  const ask = () => store.secret('skyAdmin2.pem', async () => `secret ${made++}`);
  await Promise.all([ask(), ask(), ask()]);
  expect(made).toBe(1);
});

test('processes that create a secret concurrently all get the one that is stored', async () => {
  const program = `
    const { createSecretDirectory } = await import(${JSON.stringify(new URL('./secret-directory.ts', import.meta.url))});
    const store = createSecretDirectory({ directory: process.argv[1], env: {}, cached: true });
    process.stdout.write(await store.secret('skyId.secret', async () => 'of process ' + process.pid));`;
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, directory]);
  const answers = await Promise.all([start(), start(), start(), start()]);
  const kept = await readFile(join(directory, 'skyId.secret'), 'utf8');
  expect(kept).toMatch(/^of process \d+$/);
  expect(answers.map((answer) => answer.stdout)).toEqual([kept, kept, kept, kept]);
  expect(await readdir(directory)).toEqual(['skyId.secret']);
});

test('a secret whose creation failed is created by the next attempt, and the failure leaves nothing behind', async () => {
  const store = open();
  await expect(store.secret('skyId.secret', () => Promise.reject(new Error('no entropy')))).rejects.toThrow(
    'no entropy',
  );
  expect(await store.secret('skyId.secret', async () => 'second try')).toBe('second try');
  expect(await readdir(directory)).toEqual(['skyId.secret']);
});

test.each(['', '.', '..', '../x', 'a/b', 'a\\b', '.hidden', 'a b', 'a\0b', 'ä'])(
  '%j is not a name of a secret',
  async (name) => {
    await expect(open().secret(name, never)).rejects.toThrow('cannot be called');
  },
);

test('a directory that cannot be used is named, with the system error and advice', async () => {
  await writeFile(directory, 'a file where the directory should be', { mode: 0o600 });
  await expect(open().secret('skyId.secret', async () => 'x')).rejects.toThrow(
    /^The secret file '.*skyId\.secret' cannot be (read|created) \(\w+\): give this service a directory of its own/,
  );
});

test('an empty secret file stops the start instead of becoming an empty secret', async () => {
  await mkdir(directory, { mode: 0o700 });
  await writeFile(join(directory, 'skyId.secret'), '', { mode: 0o600 });
  await expect(open().secret('skyId.secret', async () => 'x')).rejects.toThrow('is empty');
});

describe.skipIf(process.platform === 'win32')('B26 secret files are private', () => {
  test('B26 a new directory has mode 0700 and a new file 0600, whatever the umask', async () => {
    const before = process.umask(0);
    try {
      await open().secret('skyAdmin2.pem', async () => 'x');
    } finally {
      process.umask(before);
    }
    expect(await modeOf(directory)).toBe(0o700);
    expect(await modeOf(join(directory, 'skyAdmin2.pem'))).toBe(0o600);
  });

  test('B26 nothing but the whole file is ever seen under the name', async () => {
    const text = 'x'.repeat(1 << 20);
    let done = false;
    const writing = open()
      .secret('skyAdmin2.pem', async () => text)
      .finally(() => {
        done = true;
      });
    while (!done) {
      const seen = await readFile(join(directory, 'skyAdmin2.pem'), 'utf8').catch(() => text);
      expect(seen.length).toBe(text.length);
    }
    await writing;
  });

  test.each([0o644, 0o640, 0o604, 0o620, 0o602])(
    'B26 a file of mode %o is refused with the command to run',
    async (mode) => {
      const path = join(directory, 'skyAdmin2.pem');
      await open().secret('skyAdmin2.pem', async () => 'private words');
      await chmod(path, mode);
      const refusal = await open()
        .secret('skyAdmin2.pem', never)
        .catch((error: Error) => error.message);
      expect(refusal).toBe(`The secret file '${path}' is open to other users of this machine: run chmod 600 '${path}'`);
      await chmod(path, 0o600);
      expect(await open().secret('skyAdmin2.pem', never)).toBe('private words');
    },
  );

  test.each([0o755, 0o750, 0o705, 0o711])(
    'B26 a directory of mode %o is refused with the command to run',
    async (mode) => {
      await open().secret('skyAdmin2.pem', async () => 'private words');
      await chmod(directory, mode);
      for (const name of ['skyAdmin2.pem', 'not-made-yet.pem']) {
        const refusal = await open()
          .secret(name, never)
          .catch((error: Error) => error.message);
        expect(refusal).toBe(
          `The secrets directory '${directory}' is open to other users of this machine: run chmod 700 '${directory}'`,
        );
      }
    },
  );

  test('B26 a read-only file of the owner is fine', async () => {
    await open().secret('skyAdmin2.pem', async () => 'x');
    await chmod(join(directory, 'skyAdmin2.pem'), 0o400);
    expect(await open().secret('skyAdmin2.pem', never)).toBe('x');
  });
});

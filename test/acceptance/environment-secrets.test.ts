import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importPrivateKey } from '../../shared/base/crypto/private-key.ts';
import { runCommand } from '../support/command.ts';
import { freePort, startServer } from '../support/server.ts';
import { workerSecrets } from '../support/worker.ts';

test('SECRETS=environment: a missing key ends the start and is named, and none is made', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const { skyId_secret: _left, ...others } = workerSecrets();
  const environment = { ...others, SECRETS: 'environment', SVC_DATA_DIR: directory, PORT: String(await freePort()) };
  const { code, stderr } = await runCommand([], environment);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('The secret skyId.secret is missing: give it as skyId_secret.'),
  ]);
  expect(existsSync(join(directory, 'keys'))).toBe(false);
});

test('SECRETS=environment: the keys of the environment are used, and no directory for keys is made', async () => {
  const secrets = workerSecrets();
  const server = await startServer({ ...secrets, SECRETS: 'environment' });
  onTestFinished(() => server.dispose());
  const admin = await importPrivateKey(secrets['skyAdmin2'] ?? '');
  expect(await (await fetch(`${server.api}sky/admin`)).json()).toEqual([admin.publicKey.pem]);
  expect(existsSync(join(server.directory, 'keys'))).toBe(false);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEmbeddedRepository } from '../../../test/support/repository.ts';
import { generateKeyPair, importPrivateKey } from '../../base/crypto/private-key.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import { createPeople } from './people.ts';
import type { PersonIdentifier } from './person-identifiers.ts';

let directory: string;
let repository: Awaited<ReturnType<typeof openEmbeddedRepository>>;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'people-'));
  repository = await openEmbeddedRepository(directory);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await repository.stores.close();
  await rm(directory, { recursive: true, force: true });
});

const learner = (name: string): PersonIdentifier => ({ kind: 'openid', value: `https://id.example/${name}`, name });

test('a person keeps the key even when the remembered one expires while another person is created', async () => {
  const started = performance.now();
  let elapsedMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => started + elapsedMs);
  const secrets = new Map<string, string>();
  let creationMs = 0;
  const kept: SecretStore = {
    async secret(name, create) {
      const pem = secrets.get(name) ?? (await create());
      secrets.set(name, pem);
      elapsedMs += creationMs;
      return pem;
    },
  };
  const adapter = await importPrivateKey((await generateKeyPair()).privatePem);
  const people = createPeople(repository.ctx, kept, adapter);
  const [known] = await people.keysOf([learner('known')], 1);

  creationMs = 3_600_000;
  const [again, added] = await people.keysOf([learner('known'), learner('added')], 1);
  expect(again?.id).toBe(known?.id);
  expect(added?.id).not.toBe(known?.id);
  const [later] = await people.keysOf([learner('known')], 0);
  expect(later?.id).toBe(known?.id);
});

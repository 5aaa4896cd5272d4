import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbeddedRepository } from '../../../test/support/repository.ts';
import { parsePublicKey } from '../../base/crypto/public-key.ts';
import { callerWith } from '../access/testing/caller.ts';
import { JsonText } from '../linked-data/json-scan.ts';
import { putMany } from './put-many.ts';
import { restoreMany } from './restore-many.ts';

const pemOf = (bits: number): string =>
  String(generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type: 'spki', format: 'pem' }));
const [WEAK, ALSO_WEAK, SOUND] = [pemOf(1024), pemOf(512), pemOf(2048)];
const OWNER = callerWith([parsePublicKey(SOUND)]);

let directory: string;
let repository: Awaited<ReturnType<typeof openEmbeddedRepository>>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'unsound-owners-'));
  repository = await openEmbeddedRepository(directory);
});
afterAll(async () => {
  await repository.stores.close();
  await rm(directory, { recursive: true, force: true });
});

let count = 0;
const newId = () => `http://localhost/api/data/schema.org.Thing/unsound-${++count}`;
const thing = (id: string, members: object) => ({
  '@context': 'https://schema.org',
  '@type': 'Thing',
  '@id': `${id}/1`,
  ...members,
});
const save = async (object: object, asText = false) => {
  const text = JSON.stringify(object);
  const item = { object: asText ? new JsonText(text, 20) : JSON.parse(text) };
  const [result] = await putMany(repository.ctx, [item], OWNER, 'single');
  return result !== undefined && 'problem' in result ? result.problem.code : 'stored';
};

describe('an owner whose key cannot sign requests', () => {
  test.each([
    ['alone', { owner: [WEAK] }],
    ['beside another', { '@owner': [SOUND, WEAK] }],
  ])('is refused in small objects and in large ones: %s', async (_where, members) => {
    expect(await save(thing(newId(), members))).toBe('invalid-object');
    expect(await save(thing(newId(), { ...members, text: 'x'.repeat(70_000) }), true)).toBe('invalid-object');
  });

  test('may be a reader: the owners can still change the object', async () => {
    expect(await save(thing(newId(), { owner: [SOUND], reader: [WEAK] }))).toBe('stored');
  });

  test('stays in objects that have it, which are restored and changed; others are not added', async () => {
    const id = newId();
    const object = thing(id, { owner: [SOUND, WEAK] });
    const [restored] = await restoreMany(repository.ctx, [{ object: JSON.parse(JSON.stringify(object)) }]);
    expect(restored).toMatchObject({ status: 'restored' });
    expect(await save({ ...object, name: 'changed' })).toBe('stored');
    expect(await save({ ...object, owner: [SOUND, WEAK, ALSO_WEAK] })).toBe('invalid-object');
    expect(await save({ ...object, owner: [SOUND] })).toBe('stored');
  });
});

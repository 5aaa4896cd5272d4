import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEmbeddedRepository } from '../../../test/support/repository.ts';
import { Problem } from '../../base/errors/problem.ts';
import { createGenerations } from '../../profiles/cache/generations.ts';
import { createInvalidation } from '../../profiles/cache/invalidation.ts';
import { ALWAYS_USED } from '../../profiles/cache/usage-flag.ts';
import { ANONYMOUS } from '../access/caller.ts';
import { JsonText } from '../linked-data/json-scan.ts';
import { found } from '../store/contract/fixtures.ts';
import { term } from '../store/contract/queries.ts';
import type { Change } from './change-feed.ts';
import type { PutItem } from './prepare-item.ts';
import { putMany } from './put-many.ts';

const SHORT_ID = 'http://localhost/api/data/schema.cassproject.org.0.4.Framework/large';
const MEMBERS = Array.from({ length: 5_000 }, (_, index) => `http://localhost/api/data/Competency/${index}`);

function largeItem(members: object): PutItem {
  const object = {
    '@context': 'https://schema.cassproject.org/0.4',
    '@type': 'Framework',
    '@id': `${SHORT_ID}/1`,
    competency: MEMBERS,
    ...members,
  };
  return { object: new JsonText(JSON.stringify(object, null, 1), MEMBERS.length + 10) };
}

let directory: string;
let repository: Awaited<ReturnType<typeof openEmbeddedRepository>>;
let changes: Change[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'put-large-'));
  repository = await openEmbeddedRepository(directory);
  changes = [];
  repository.ctx.changes.subscribe((change) => void changes.push(change));
});
afterEach(async () => {
  await repository.stores.close();
  await rm(directory, { recursive: true, force: true });
});

async function save(items: readonly PutItem[], kind: 'single' | 'batch' = 'batch') {
  return putMany(repository.ctx, items, ANONYMOUS, kind);
}

describe('a large object', () => {
  test('is stored like a small one, with its version in its @id, and published once, with its type', async () => {
    const [saved] = await save([largeItem({ name: 'last' })], 'single');
    const [again] = await save([largeItem({ name: 'later' })], 'single');
    expect(saved).toMatchObject({ stored: { shortId: SHORT_ID, id: `${SHORT_ID}/1`, version: 1 } });
    expect(again).toMatchObject({ stored: { shortId: SHORT_ID, id: `${SHORT_ID}/2`, version: 2 } });
    const [head = null] = await repository.ctx.store.heads([SHORT_ID]);
    const [text] = await repository.ctx.store.texts(head === null ? [] : [head]);
    expect(JSON.parse(text ?? '')).toMatchObject({ '@id': `${SHORT_ID}/2`, competency: MEMBERS, name: 'later' });
    expect(changes).toMatchObject([
      { kind: 'single', objects: [{ shortId: SHORT_ID, typeKey: 'schema.cassproject.org.0.4.framework' }] },
      { kind: 'single', objects: [{ shortId: SHORT_ID, typeKey: 'schema.cassproject.org.0.4.framework' }] },
    ]);
  });

  test('does not affect the rest of its batch when it is refused', async () => {
    const small = { '@context': 'x', '@type': 'Thing', '@id': 'http://localhost/api/data/Thing/small' };
    const results = await save([
      { object: small },
      largeItem({ '@id': 'relative' }),
      { object: new JsonText(JSON.stringify({ ...small, '@id': `${small['@id']}2` }, null, 30_000), 5) },
      largeItem({ '@reader': ['not a key'] }),
      largeItem({ name: 'fine' }),
    ]);
    expect(results.map((result) => ('stored' in result ? result.stored.shortId : result.problem.code))).toEqual([
      small['@id'],
      'invalid-object',
      `${small['@id']}2`,
      'malformed-key',
      SHORT_ID,
    ]);
  });

  test('reports the parts that search could not index', async () => {
    const members = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`member${index}`, 'x']));
    const [saved] = await save([largeItem(members)]);
    expect(saved).toMatchObject({ unsearchable: expect.stringContaining('more than 2000 fields') });
  });

  test('is refused when it is a RekeyRequest: verifying its signatures would take too long', async () => {
    const rekey = { '@context': 'https://schema.cassproject.org/0.4/kbac', '@type': 'RekeyRequest' };
    expect(await save([largeItem(rekey)])).toMatchObject([{ problem: { code: 'invalid-object' } }]);
  });

  test('is stored one after the other with concurrent small ones of the same id', async () => {
    const small = () => ({ '@context': 'x', '@type': 'Thing', '@id': SHORT_ID });
    const puts = Array.from({ length: 6 }, (_, index) => {
      return save([index % 2 === 0 ? largeItem({ name: `n${index}` }) : { object: small() }], 'single');
    });
    const results = (await Promise.all(puts)).flat();
    for (const result of results) expect(result).toHaveProperty('stored');
    const [head] = await repository.ctx.store.heads([SHORT_ID]);
    expect(await repository.ctx.store.history(head?.key ?? ('' as never), 10)).toHaveLength(6);
    const { name = null } = JSON.parse(head?.text ?? '');
    for (const word of ['n0', 'n2', 'n4']) {
      expect(await found(repository.ctx.store, term(word))).toHaveLength(word === name ? 1 : 0);
    }
    expect(changes).toHaveLength(6);
  });

  test('invalidates the profiles that it may change, when it is written and when it is replaced, also if its effect is unknown', async () => {
    const ended: string[] = [];
    const { keyValues } = repository.ctx;
    const made = createGenerations({ keyValues, usage: ALWAYS_USED, now: () => 0, lifetime: 1_000 });
    const generations = {
      ...made,
      endAll: async () => {
        ended.push('all');
        await made.endAll();
      },
    };
    const { readKey, large } = repository.ctx;
    const away = { profileEffect: () => Promise.reject(new Problem('overloaded', 'away')) };
    for (const [effects, name] of [
      [large, 'known'],
      [away, 'unknown'],
    ] as const) {
      const observers = [createInvalidation(generations, readKey, effects)];
      await putMany({ ...repository.ctx, observers }, [largeItem({ name })], ANONYMOUS, 'single');
      expect(ended.splice(0)).not.toEqual([]);
      const thing = { '@context': 'x', '@type': 'Thing', '@id': SHORT_ID };
      await putMany({ ...repository.ctx, observers }, [{ object: thing }], ANONYMOUS, 'single');
      expect(ended.splice(0)).not.toEqual([]);
    }
  });
});

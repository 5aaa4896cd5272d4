import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { callerWith, publicKey } from '../access/testing/caller.ts';
import { makeRekeyRequest } from '../access/testing/rekey.ts';
import { makeKey } from '../access/testing/sheet.ts';
import { createOperations, type OperationControl, type OperationRequest, type Progress } from './operations.ts';
import { purge, reindex } from './store-operations.ts';
import { ALONE, BASE, openAdminContext } from './testing/admin.ts';

type Opened = Awaited<ReturnType<typeof openAdminContext>>;

let directory: string;
/** Two instances over one store. */
let one: Opened;
let two: Opened;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'operations-'));
  one = await openAdminContext(directory);
  two = await openAdminContext(directory);
});
beforeEach(async () => {
  await one.ctx.store.purge();
  await one.ctx.keyValues.clear();
  for (const { ctx, logged } of [one, two]) {
    ctx.forwarding.clear();
    logged.length = 0;
  }
});
afterAll(async () => {
  await Promise.all([one.close(), two.close()]);
  await rm(directory, { recursive: true, force: true });
});

const REQUEST: OperationRequest = { name: 'reindex', dryRun: false, by: 'somebody', requestId: 'r' };
const DONE: Progress = { scanned: 0, removed: 0 };

/** Begins an operation that runs until it is ended. */
async function begin({ ctx }: Opened, request: Partial<OperationRequest> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<Progress>();
  let control: OperationControl = ALONE;
  const { result } = await ctx.operations.start({ ...REQUEST, ...request }, (given) => {
    control = given;
    return promise;
  });
  return { result, control, end: () => resolve(DONE), fail: (error: Error) => reject(error) };
}

const saved = (name: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Thing',
  '@id': `${BASE}data/t/${name}`,
});

describe('an admin operation', () => {
  test('refuses another one at every instance, with its own name, while it runs', async () => {
    const first = await begin(one, { name: 'purge' });
    for (const instance of [one, two]) {
      const refused = instance.ctx.operations.start(REQUEST, async () => DONE);
      await expect(refused).rejects.toMatchObject({ code: 'operation-in-progress' });
      await expect(refused).rejects.toThrow(/purge/);
    }
    first.end();
    await first.result;
    const next = await begin(two);
    next.end();
    await next.result;
  });

  test('can begin after one that failed', async () => {
    const first = await begin(one);
    first.fail(new Error('broken'));
    await expect(first.result).rejects.toThrow('broken');
    const next = await begin(two);
    next.end();
    await next.result;
  });

  test('has to stop when it lost its lease', async () => {
    const { keyValues, logger, now } = one.ctx;
    const operations = createOperations({ keyValues, logger, now }, 40);
    const outcome = Promise.withResolvers<Progress>();
    let control: OperationControl = ALONE;
    const { result } = await operations.start(REQUEST, (given) => {
      control = given;
      return outcome.promise;
    });
    control.throwIfEnded();
    await keyValues.clear();
    const other = await begin(two, { name: 'purge' });
    await vi.waitFor(() => expect(control.throwIfEnded).toThrow(/stopped halfway/));
    outcome.resolve(DONE);
    await result;
    const third = two.ctx.operations.start(REQUEST, async () => DONE);
    await expect(third).rejects.toThrow(/purge/);
    other.end();
    await other.result;
  });
});

describe('while and after an operation runs', () => {
  test.each([
    ['reindex', 'reindexing'],
    ['purge', 'purging'],
    ['cull', 'culling'],
    ['cullFast', 'culling'],
  ] as const)('during %s its process is %s, and operating afterwards', async (name, state) => {
    expect(one.ctx.operations.state()).toBe('operating');
    const { result, end, fail } = await begin(one, { name });
    expect([one.ctx.operations.state(), two.ctx.operations.state()]).toEqual([state, 'operating']);
    if (name === 'cull') fail(new Error('broken'));
    else end();
    await result.catch(() => {});
    expect(one.ctx.operations.state()).toBe('operating');
  });

  test('A22 the audit log gets an entry at its start and at its end, with admin, operation and result', async () => {
    const { result, end } = await begin(one, { name: 'cull', by: 'the fingerprint', dryRun: true });
    end();
    await result;
    const facts = { operation: 'cull', by: 'the fingerprint', dryRun: true, requestId: 'r' };
    expect(one.logged.map(({ fields }) => fields)).toEqual([
      facts,
      { ...facts, scanned: 0, removed: 0, tookMs: expect.any(Number) },
    ]);
  });

  test('its failure is logged, even if its client has disconnected', async () => {
    const { result, fail } = await begin(one);
    fail(new Error('broken'));
    await result.catch(() => {});
    expect(one.logged.at(-1)?.fields).toMatchObject({ operation: 'reindex', error: expect.stringContaining('broken') });
  });
});

describe('reindex', () => {
  test('rebuilds the search index and reports progress', async () => {
    await one.save(saved('a'), saved('b'));
    await one.remove(`${BASE}data/t/a`);
    const reports: Progress[] = [];
    const control = { throwIfEnded: () => {}, report: (progress: Progress) => void reports.push(progress) };
    expect(await reindex(one.ctx, false, control)).toEqual({ scanned: 2, removed: 0 });
    expect(reports.at(-1)).toEqual({ scanned: 2, removed: 0 });
  });

  test('counts only, in a dry run', async () => {
    await one.save(saved('a'));
    const store = {
      ...one.ctx.store,
      rebuild: () => {
        throw new Error('nothing may be rebuilt');
      },
    };
    expect(await reindex({ store }, true, ALONE)).toEqual({ scanned: 1, removed: 0 });
  });
});

describe('purge', () => {
  test('removes every object and every stored entry, for every instance', async () => {
    await one.save(saved('a'), saved('b'));
    await one.ctx.keyValues.set('identity/x', '{}');
    expect(await purge(one.ctx, false, ALONE)).toEqual({ scanned: 2, removed: 2 });
    for (const { ctx, contents } of [one, two]) {
      expect(await contents()).toEqual([]);
      expect(await ctx.store.count()).toBe(0);
      expect(await ctx.keyValues.get('identity/x')).toBeNull();
    }
  });

  test('drops forwarded keys, so that the old ones count again, and adds new ones', async () => {
    const [a, b] = await Promise.all([makeKey(), makeKey()]);
    const request = JSON.parse(JSON.stringify(await makeRekeyRequest(a, b)));
    const keys = () => one.ctx.forwarding.apply(callerWith([a.publicKey])).everywhere.keys.size;
    await one.save({ ...request });
    expect(keys()).toBe(0);
    await purge(one.ctx, false, ALONE);
    expect(keys()).toBe(1);
    await one.save({ ...request });
    expect(keys()).toBe(0);
  });

  test('removes its own lease with the rest', async () => {
    const { result } = await one.ctx.operations.start({ ...REQUEST, name: 'purge' }, (control) =>
      purge(one.ctx, false, control),
    );
    await result;
    const next = await begin(two);
    next.end();
    await next.result;
  });

  test('G17 counts only, in a dry run', async () => {
    await one.save({ ...saved('a'), '@owner': [publicKey(1).pem] });
    await one.ctx.keyValues.set('identity/x', '{}');
    expect(await purge(one.ctx, true, ALONE)).toEqual({ scanned: 1, removed: 1 });
    expect(await one.contents()).toHaveLength(1);
    expect(await one.ctx.keyValues.get('identity/x')).not.toBeNull();
  });
});

import { beforeEach, expect, test } from 'vitest';
import { callerWith, publicKey } from '../../shared/access/caller.fixture.ts';
import { REKEY_TYPE_KEYS } from '../../shared/access/kbac-types.ts';
import type { Context } from '../../shared/context.ts';
import type { Connection } from '../connections.ts';
import type { Delivered } from './deliver.ts';
import { createFreshForwarding } from './fresh-forwarding.ts';

type Prepare = ReturnType<typeof createFreshForwarding>;

let time: number;
/** What was done with the table: emptied, or filled from the store. */
let done: string[];
let isAway: boolean;
let prepare: Prepare;

beforeEach(() => {
  time = 1_000_000;
  done = [];
  isAway = false;
  const ctx = {
    now: () => time,
    config: { searchDeadline: 1_000 },
    store: {
      async search() {
        if (isAway) throw new Error('away');
        done.push('filled');
        return { hits: [], total: 0, next: null };
      },
    },
    forwarding: { clear: () => void done.push('emptied'), requests: () => [] },
  } as unknown as Context; // all that it asks for
  prepare = createFreshForwarding(ctx);
});

const [proof] = callerWith([publicKey(1)], []).proofs;
const proofs = proof === undefined ? [] : [{ ...proof, pem: proof.key.pem }];

function connection(more: Partial<Connection> = {}): Connection {
  return { id: 'a', since: 0, query: '', proofs, replay: null, ...more };
}

function change(typeKey: string): Delivered {
  const change = { kind: 'single', objects: [{ typeKey }] };
  return { sequence: '1', time, entry: { kind: 'change', change } } as unknown as Delivered; // the type is what counts here
}

const LOADED = ['emptied', 'filled'];

test('the table is not needed where nobody proved a key', async () => {
  await prepare([change(REKEY_TYPE_KEYS[0] ?? '')], [connection({ proofs: [] })]);
  expect(done).toEqual([]);
});

test('it is loaded first, and anew when it has become old', async () => {
  await prepare([change('x')], [connection()]);
  await prepare([change('x')], [connection()]);
  expect(done).toEqual(LOADED);
  time += 61_000;
  await prepare([change('x')], [connection()]);
  expect(done).toEqual([...LOADED, ...LOADED]);
});

test.each(REKEY_TYPE_KEYS)('it is loaded anew with a change of type %s', async (typeKey) => {
  await prepare([change('x')], [connection()]);
  await prepare([change('x'), change(typeKey)], [connection()]);
  expect(done).toEqual([...LOADED, ...LOADED]);
});

test('nobody is told anything by a table that could not be loaded, and the next delivery loads it', async () => {
  isAway = true;
  await expect(prepare([change('x')], [connection()])).rejects.toThrow('away');
  isAway = false;
  await prepare([change('x')], [connection()]);
  expect(done).toEqual(['emptied', ...LOADED]);
});

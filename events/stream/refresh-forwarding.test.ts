import { beforeEach, expect, test } from 'vitest';
import { REKEY_TYPE_KEYS } from '../../shared/repository/access/kbac-types.ts';
import { storedProofs } from '../../shared/repository/access/stored-proof.ts';
import { callerWith, publicKey } from '../../shared/repository/access/testing/caller.ts';
import type { Connection } from '../connections.ts';
import type { StreamedEntry } from './deliver.ts';
import { refreshForwardingFor } from './refresh-forwarding.ts';

/** The requested maximum ages of the table. */
let asked: (number | 'usual')[];
const prepare = refreshForwardingFor(async (age) => void asked.push(age ?? 'usual'));
beforeEach(() => {
  asked = [];
});

const PROVED: Connection = {
  id: 'a',
  since: 0,
  query: '',
  proofs: storedProofs(callerWith([publicKey(1)])),
  replay: null,
};

function change(typeKey: string): StreamedEntry {
  const change = { kind: 'single', objects: [{ typeKey }] };
  return { sequence: '1', time: 0, entry: { kind: 'change', change } } as unknown as StreamedEntry; // the type is what counts here
}

test('the table is not loaded while no subscriber proved a key', async () => {
  await prepare([change(REKEY_TYPE_KEYS[0] ?? '')], [{ ...PROVED, proofs: [] }]);
  expect(asked).toEqual([]);
});

test('it may be as old as for requests', async () => {
  await prepare([change('x')], [{ ...PROVED, proofs: [] }, PROVED]);
  expect(asked).toEqual(['usual']);
});

test.each(REKEY_TYPE_KEYS)('it is reloaded with a change of type %s', async (typeKey) => {
  await prepare([change('x'), change(typeKey)], [PROVED]);
  expect(asked).toEqual([0]);
});

test('nothing is delivered with a table that could not be loaded', async () => {
  const away = refreshForwardingFor(() => Promise.reject(new Error('away')));
  await expect(away([change('x')], [PROVED])).rejects.toThrow('away');
});

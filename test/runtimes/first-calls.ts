import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import stream from '../fixtures/events/dynamodb-stream.json' with { type: 'json' };
import scheduled from '../fixtures/events/scheduled.json' with { type: 'json' };
import connected from '../fixtures/events/websocket-connect.json' with { type: 'json' };
import disconnected from '../fixtures/events/websocket-disconnect.json' with { type: 'json' };
import { URL_OF_API } from '../support/deployment.ts';
import { makeTables, type TestTables } from '../support/dynamodb.ts';
import { httpApiEvent } from '../support/http-api-event.ts';
import { sheet } from '../support/signer.ts';
import { INVOCATION, type Surroundings } from './duties.ts';

const EMPTY = { batchItemFailures: [] };

/**
 * Tests the first call of every function that uses objects: on a cluster without indices, which it creates; for functions that no
 * HTTP API calls, also without profiles. Call it where tests are declared.
 *
 * @param get returns the functions once they run
 */
export function firstCalls(get: () => Surroundings): void {
  let around: Surroundings;
  let tables: TestTables;
  let signed: { readonly signatureSheet: string };

  beforeAll(async () => {
    around = get();
    tables = await makeTables(around.tables.endpoint);
    signed = { signatureSheet: await sheet(`${URL_OF_API}api/`, [around.admin]) };
  });
  afterAll(async () => {
    await tables.remove();
    const { endpoint } = around.search;
    for (const name of around.deployment.functions) await removeIndices(endpoint, prefixOf(name));
  });

  /** The prefix of a function's index names. */
  const prefixOf = (name: string): string => `${around.search.prefix}${name}-`;

  async function first(name: string, event: unknown, settings: Readonly<Record<string, string>> = {}) {
    const before = { ...process.env };
    const own = {
      SEARCH_PREFIX: prefixOf(name),
      DYNAMODB_PREFIX: tables.names.values.replace(/values$/, ''),
      ...settings,
    };
    const handler = await around.deployment.load(name, JSON.stringify(settings));
    for (const [setting, value] of Object.entries(own)) vi.stubEnv(setting, value);
    try {
      return await handler(event, INVOCATION);
    } finally {
      for (const setting of Object.keys(own)) vi.stubEnv(setting, before[setting]);
    }
  }

  const profile = `api/profile/latest?frameworkId=x&subject=${encodeURIComponent('mailto:somebody@example.org')}`;

  test.each([
    ['data', 'api/data/x/y', 404],
    ['search', 'api/sky/repo/search?q=x', 200],
    ['system', 'readyz', 200],
    ['profile', profile, 404],
    ['admin', 'api/util/export', 200],
  ])('the first call of %s, on an empty cluster', async (name, path, statusCode) => {
    const event = await httpApiEvent(new Request(URL_OF_API + path, { headers: signed }));
    expect(await first(name, event, { LOG_LEVEL: 'error' })).toMatchObject({ statusCode });
  });

  const disabled = { DISABLED_ADAPTERS: 'profile' };

  test('the function of a disabled adapter serves none of its paths', async () => {
    const event = await httpApiEvent(new Request(`${URL_OF_API}api/profile/pk`));
    expect(await first('profile', event)).toMatchObject({ statusCode: 200 });
    expect(await first('profile', event, disabled)).toMatchObject({ statusCode: 404 });
  });

  test.each([
    ['with profiles', { AUTO_CALCULATE_PROFILES: 'true' }],
    ['without profiles', { AUTO_CALCULATE_PROFILES: 'true', ...disabled }],
  ])('the first call of those that events call, on an empty cluster, %s', async (_, settings) => {
    around.channel.open.add(connected.requestContext.connectionId);
    const connect = { ...connected, headers: { ...connected.headers, SignatureSheet: signed.signatureSheet } };
    expect(await first('websocket', connect, settings)).toEqual({ statusCode: 200 });
    // Each function has a separate empty cluster, so the stream's cluster does not know the position of the subscriber.
    expect(await first('websocket', disconnected, settings)).toEqual({ statusCode: 200 });
    expect(await first('stream', stream, settings)).toEqual(EMPTY);
    expect(await first('stream-webhooks', stream, settings)).toBeUndefined();
    for (const name of around.deployment.functions.filter((one) => one.startsWith('schedule-'))) {
      expect(await first(name, scheduled, settings)).toBeUndefined();
    }
  });
}

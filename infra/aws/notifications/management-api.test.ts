import { beforeEach, expect, test } from 'vitest';
import { createManagementApi } from './management-api.ts';

let calls: { readonly url: string; readonly method: string; readonly body: unknown; readonly signed: boolean }[];
/** Statuses of the next responses, null: the connection breaks; after them, the status is 200. */
let answers: (number | null)[];

const channel = createManagementApi({
  endpoint: 'https://abc.execute-api.eu-central-1.amazonaws.com/live/',
  region: 'eu-central-1',
  credentials: async () => ({ accessKeyId: 'a', secretAccessKey: 'b' }),
  fetch: async (input, { method = 'GET', body, headers } = {}) => {
    const authorization = new Headers(headers).get('authorization') ?? '';
    const signed = authorization.includes('/eu-central-1/execute-api/aws4_request');
    calls.push({ url: String(input), method, body, signed });
    const status = answers.length === 0 ? 200 : answers.shift();
    if (status === null) throw new TypeError('socket hang up');
    return new Response(null, { status: status ?? 200 });
  },
});

beforeEach(() => {
  calls = [];
  answers = [];
});

const URL_OF_CONNECTION = 'https://abc.execute-api.eu-central-1.amazonaws.com/live/@connections/a%2Fb%3D';

test('a message is posted to its connection, signed', async () => {
  expect(await channel.post('a/b=', 'héllo')).toBe('sent');
  expect(calls).toEqual([{ url: URL_OF_CONNECTION, method: 'POST', body: 'héllo', signed: true }]);
});

test('any 2xx status is a success', async () => {
  answers = [204];
  expect(await channel.post('a/b=', 'x')).toBe('sent');
});

test('a closed connection is reported as closed', async () => {
  answers = [410];
  expect(await channel.post('a/b=', 'x')).toBe('gone');
  answers = [410];
  await channel.close('a/b=', 'failed');
});

test('throttling, broken connections and server errors are retried, and then reported', async () => {
  answers = [429, null];
  expect(await channel.post('a/b=', 'x')).toBe('sent');
  expect(calls).toHaveLength(3);
  answers = [500, 500, 500];
  await expect(channel.post('a/b=', 'x')).rejects.toThrow(/500/);
  answers = [null, null, null];
  await expect(channel.post('a/b=', 'x')).rejects.toThrow(/does not respond: .+/);
});

test('a refused call is not retried', async () => {
  answers = [403];
  await expect(channel.post('a/b=', 'x')).rejects.toThrow(/403/);
  expect(calls).toHaveLength(1);
});

test('a connection can be closed', async () => {
  answers = [204];
  await channel.close('a/b=', 'failed');
  expect(calls).toEqual([{ url: URL_OF_CONNECTION, method: 'DELETE', body: null, signed: true }]);
});

test('a caller can abort a call, and nothing more is sent', async () => {
  answers = [null, 200];
  const over = new AbortController();
  const posted = channel.post('a/b=', 'x', over.signal);
  over.abort();
  await expect(posted).rejects.toThrow('in time');
  expect(calls.length).toBeLessThanOrEqual(1);
});

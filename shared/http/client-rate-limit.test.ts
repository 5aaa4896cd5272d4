import { expect, test } from 'vitest';
import { PROCESS, toConfig } from '../base/config/config.ts';
import { Problem } from '../base/errors/problem.ts';
import { createAddressTools } from '../base/ip-address.ts';
import { memoryKeyValues } from '../profiles/testing/key-values.ts';
import { createClientRateLimit } from './client-rate-limit.ts';

/** A limit of one request per client, and the status that a client at an address gets. */
function limitOfOne(settings: Record<string, string> = {}) {
  const config = toConfig(settings, '1', PROCESS, createAddressTools());
  const { keyValues } = memoryKeyValues(() => 0);
  const count = createClientRateLimit({ config, keyValues, now: () => 0 }, 'test', 1);
  return async (peerAddress: string | undefined, headers: Record<string, string> = {}) => {
    const call = { request: new Request('http://localhost/', { headers }), peerAddress, answerHeaders: {} };
    try {
      await count(call);
      return 200;
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
  };
}

test('a client of IPv6 is one in all addresses of its network', async () => {
  const request = limitOfOne();
  expect(await request('2001:db8:0:1::1')).toBe(200);
  expect(await request('2001:db8:0:1:ffff::2')).toBe('too-many-requests');
  expect(await request('2001:db8:0:2::1')).toBe(200);
});

test('a client of IPv4 is its address, in IPv6 too; those without an address are one', async () => {
  const request = limitOfOne();
  expect(await request('192.0.2.1')).toBe(200);
  expect(await request('::ffff:192.0.2.1')).toBe('too-many-requests');
  expect(await request('192.0.2.2')).toBe(200);
  expect(await request(undefined)).toBe(200);
  expect(await request(undefined)).toBe('too-many-requests');
});

test('the client behind a trusted proxy counts, and nobody else says who it is', async () => {
  const request = limitOfOne({ SVC_TRUSTED_PROXIES: '10.0.0.1' });
  expect(await request('10.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).toBe(200);
  expect(await request('10.0.0.1', { 'x-forwarded-for': '192.0.2.2' })).toBe(200);
  expect(await request('192.0.2.1', { 'x-forwarded-for': '192.0.2.3' })).toBe('too-many-requests');
});

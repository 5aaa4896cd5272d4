import { describe, expect, test } from 'vitest';
import { PROCESS, toConfig } from '../config/config.ts';
import { createAddressTools } from '../ip-address.ts';
import {
  clientAddress,
  isAllowedAddress,
  isNamedProxy,
  isTrustedPeer,
  requireAllowedAddress,
} from './client-address.ts';

const PROXY = '10.0.0.1';

function configOf(settings: Record<string, string>) {
  return toConfig(settings, '1', PROCESS, createAddressTools());
}

function addressOf(settings: Record<string, string>, headers: Record<string, string>, peerAddress?: string) {
  const header = (name: string) => headers[name] ?? null;
  return clientAddress(configOf(settings), { header, peerAddress });
}

describe('without trusted proxies', () => {
  test('the client is the peer, regardless of the headers', () => {
    expect(addressOf({}, { 'x-forwarded-for': '192.0.2.1', 'x-client-ip': '192.0.2.1' }, PROXY)).toBe(PROXY);
  });

  test('a client without a known peer has no address', () => {
    expect(addressOf({}, { 'x-forwarded-for': '192.0.2.1' })).toBeNull();
  });
});

describe('behind trusted proxies', () => {
  const settings = { SVC_TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32' };

  test.each([
    ['the header', { 'x-real-ip': '192.0.2.1' }, '192.0.2.1'],
    ['the first header in order', { 'x-real-ip': '192.0.2.2', 'x-client-ip': '192.0.2.1' }, '192.0.2.1'],
    [
      'the next header after one without an address',
      { 'x-client-ip': 'unknown', 'x-real-ip': '192.0.2.1' },
      '192.0.2.1',
    ],
    ['the last hop that is not a proxy', { 'x-forwarded-for': '203.0.113.9, 192.0.2.1, 10.0.0.2' }, '192.0.2.1'],
    ['nothing before an unknown hop', { 'x-forwarded-for': '192.0.2.1, unknown' }, PROXY],
    ['the first of nothing but proxies', { 'x-forwarded-for': '10.0.0.3, 10.0.0.2' }, '10.0.0.3'],
    ['an address with a port', { 'x-forwarded-for': '192.0.2.1:4711' }, '192.0.2.1'],
    ['an IPv6 address with a port', { 'x-forwarded-for': '[2001:db9::1]:4711' }, '2001:db9::1'],
    ['the peer without headers', {}, PROXY],
  ])('the client is %s', (_, headers, expected) => {
    expect(addressOf(settings, headers, PROXY)).toBe(expected);
  });

  test('a client that connects by itself cannot claim an address', () => {
    expect(addressOf(settings, { 'x-forwarded-for': '192.0.2.1' }, '198.51.100.1')).toBe('198.51.100.1');
  });

  test('only the configured headers are used', () => {
    const named = { ...settings, SVC_CLIENT_ADDRESS_HEADERS: 'X-Forwarded-For' };
    const headers = { 'x-client-ip': '203.0.113.9', 'x-forwarded-for': '192.0.2.1' };
    expect(addressOf(named, headers, PROXY)).toBe('192.0.2.1');
  });
});

test('with *, every peer is trusted, and the first hop is the client', () => {
  const headers = { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' };
  expect(addressOf({ SVC_TRUSTED_PROXIES: '*' }, headers, '198.51.100.1')).toBe('192.0.2.1');
  expect(isTrustedPeer(configOf({ SVC_TRUSTED_PROXIES: '*' }), undefined)).toBe(true);
  expect(isNamedProxy(configOf({ SVC_TRUSTED_PROXIES: '*' }), '198.51.100.1')).toBe(false);
});

test('only listed addresses are allowed, loopback is no exception, and an unknown address is not', () => {
  const config = configOf({ SVC_IP_ALLOW: '192.0.2.0/24,2001:db8::/32' });
  const from = (peerAddress?: string) => ({ header: () => null, peerAddress });
  expect(isAllowedAddress(config, from('192.0.2.9'))).toBe(true);
  expect(isAllowedAddress(config, from('2001:db8::1'))).toBe(true);
  for (const peer of ['192.0.3.9', '127.0.0.1', '::1', undefined]) {
    expect(isAllowedAddress(config, from(peer))).toBe(false);
    expect(() => requireAllowedAddress(config, from(peer))).toThrow('does not answer requests from this address');
  }
  expect(isAllowedAddress(toConfig({}, '1'), from(undefined))).toBe(true);
});

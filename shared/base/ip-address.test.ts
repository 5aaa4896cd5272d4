import { expect, test } from 'vitest';
import { createAddressTools, hostOf, isInRanges, parseAddress, parseAddressRange } from './ip-address.ts';

function isIn(address: string, ...ranges: string[]): boolean {
  const parsed = parseAddress(address);
  if (parsed === null) throw new Error(`${address} is not an address.`);
  return isInRanges(
    parsed,
    ranges.map((range) => parseAddressRange(range) ?? expect.fail(`${range} is not a range.`)),
  );
}

test.each([
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['192.0.2.7', '192.0.2.0/24', true],
  ['192.0.3.7', '192.0.2.0/24', false],
  ['198.51.100.1', '0.0.0.0/0', true],
  ['2001:db8::1', '0.0.0.0/0', false],
  ['2001:db8:0:1::7', '2001:db8::/32', true],
  ['2001:db9::7', '2001:db8::/32', false],
  ['2001:DB8:0::1', '2001:db8::1', true],
  ['fe80::1%eth0', 'fe80::/10', true],
])('%s in %s: %s', (address, range, expected) => {
  expect(isIn(address, range)).toBe(expected);
});

test('an IPv4 address is the same when it is mapped to IPv6, in addresses and in ranges', () => {
  expect(isIn('::ffff:192.0.2.7', '192.0.2.0/24')).toBe(true);
  expect(isIn('192.0.2.7', '::ffff:192.0.2.0/120')).toBe(true);
  expect(isIn('192.0.3.7', '::ffff:192.0.2.0/120')).toBe(false);
});

test.each(['', 'localhost', '192.0.2', '3221225991', '0300.0.2.7', '0xc0.0.2.7', '192.0.2.7:80', '[::1]', '1.2.3.4.5'])(
  '"%s" is not an address',
  (text) => {
    expect(parseAddress(text)).toBeNull();
    expect(parseAddressRange(text)).toBeNull();
  },
);

test.each(['192.0.2.0/33', '192.0.2.0/-1', '192.0.2.0/', '192.0.2.0/24/1', '2001:db8::/129', '::ffff:192.0.2.0/95'])(
  '"%s" is not a range',
  (text) => {
    expect(parseAddressRange(text)).toBeNull();
  },
);

test('a host is identified by its IPv4 address, or by its IPv6 network, since it can use any address in it', () => {
  const host = (text: string) => hostOf(parseAddress(text) ?? expect.fail());
  expect(host('192.0.2.7')).toBe('192.0.2.7');
  expect(host('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(host('2001:db8:0:1::7')).toBe('2001:db8:0:1::/64');
  expect(host('2001:db8:0:1:ffff::')).toBe('2001:db8:0:1::/64');
});

test('a cached result is the same as a new one, for addresses and for other text', () => {
  const tools = createAddressTools();
  for (const text of ['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1%eth0', 'unknown', '', '1'.repeat(100)]) {
    for (let times = 0; times < 2; times++) expect(tools.parseAddress(text)).toEqual(parseAddress(text));
  }
});

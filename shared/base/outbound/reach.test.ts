import { expect, test } from 'vitest';
import { isWithin } from './reach.ts';

test.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
  'E1 %s is public',
  (address) => {
    expect(isWithin(address, 'public')).toBe(true);
  },
);

test.each([
  ['E1 loopback', '127.0.0.1'],
  ['E1 loopback', '127.255.255.254'],
  ['E1 loopback', '::1'],
  ['E2 private', '10.0.0.1'],
  ['E2 private', '172.16.0.1'],
  ['E2 private', '172.31.255.255'],
  ['E2 private', '192.168.0.1'],
  ['E2 unique local', 'fc00::1'],
  ['E2 site-local', 'fec0::1'],
  ['E3 link-local', '169.254.1.1'],
  ['E3 link-local', 'fe80::1'],
  ['E3 link-local with a zone', 'fe80::1%eth0'],
  ['E4 metadata', '169.254.169.254'],
  ['E4 metadata', 'fd00:ec2::254'],
  ['E4 metadata', '100.100.100.200'],
  ['E4 metadata', '192.0.0.192'],
  ['E4 metadata', '168.63.129.16'],
  ['E5 carrier-grade NAT', '100.64.0.1'],
  ['E6 mapped', '::ffff:127.0.0.1'],
  ['E6 mapped', '::ffff:a00:1'],
  ['E6 compatible', '::127.0.0.1'],
  ['E6 translated', '64:ff9b::7f00:1'],
  ['E6 translated', '64:ff9b::a9fe:a9fe'],
  ['E6 translated locally', '64:ff9b:1::808:808'],
  ['E6 6to4', '2002:7f00:1::1'],
  ['E6 Teredo', '2001:0:7f00:1::1'],
  ['E7 unspecified', '0.0.0.0'],
  ['E7 unspecified', '0.1.2.3'],
  ['E7 unspecified', '::'],
  ['multicast', '224.0.0.1'],
  ['multicast', 'ff02::1'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['benchmarks', '198.18.0.1'],
  ['documentation', '192.0.2.1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['not assigned', '4000::1'],
  ['not an address', 'localhost'],
  ['not an address', '0x7f.1'],
])('%s address %s is not public', (_kind, address) => {
  expect(isWithin(address, 'public')).toBe(false);
});

test('the loopback addresses are 127.0.0.0/8, also mapped to IPv6, and ::1', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every((address) => isWithin(address, 'loopback'))).toBe(
    true,
  );
  expect(['0.0.0.0', '10.0.0.1', '::', '8.8.8.8', 'fe80::1'].some((address) => isWithin(address, 'loopback'))).toBe(
    false,
  );
});

import { describe, expect, test } from 'vitest';
import { type AllowList, ANY_PUBLIC, allBelow, NONE, parseAllowEntry } from './allow-list.ts';
import { allowedReach } from './allowed-reach.ts';

function reach(address: string, allowed: AllowList): string | null {
  return allowedReach(new URL(address), { allowed, trusted: [allBelow('http://own.example:8080/api/')] });
}

function list(...texts: string[]): AllowList {
  return { anyPublic: false, entries: texts.flatMap((text) => parseAllowEntry(text) ?? []) };
}

describe('E11 an entry', () => {
  test.each([
    ['https://host.example/a', 'https://host.example/a'],
    ['https://host.example/a', 'https://HOST.example:443/b/../a'],
    ['https://host.example/a', 'https://host.example./a'],
    ['https://host.example/a', 'https://host.example/a#part'],
    ['https://host.example', 'https://host.example/'],
    ['https://host.example/*', 'https://host.example/any/path?q=1'],
    ['https://host.example/a*', 'https://host.example/ab'],
    ['https://host.example/a?q=*', 'https://host.example/a?q=1'],
    ['http://host.example:8080/*', 'http://host.example:8080/a'],
    ['https://host.example/graph/*', 'https://host.example/graph/https%3A%2F%2Fother.example%2Fa'],
  ])('%s opens %s', (entry, address) => {
    expect(reach(address, list(entry))).not.toBeNull();
  });

  test.each([
    ['https://host.example/*', 'http://host.example/'],
    ['https://host.example/*', 'https://host.example:8443/'],
    ['https://host.example/*', 'https://host.example.evil.example/'],
    ['https://host.example/*', 'https://evil.example/https://host.example/'],
    ['https://host.example/*', 'https://host.example@evil.example/'],
    ['https://host.example/*', 'https://evil.example/?https://host.example/'],
    ['https://host.example/*', 'https://sub.host.example/'],
    ['https://host.example/a', 'https://host.example/ab'],
    ['https://host.example/a', 'https://host.example/a?q=1'],
    ['https://host.example/a/*', 'https://host.example/b'],
    ['https://host.example/a/*', 'https://host.example/a/../b'],
    ['https://host.example/a/*', 'https://host.example/a/%2e%2e/b'],
    ['https://host.example/a/*', 'https://host.example/a/..%2fb'],
    ['https://host.example/a/*', 'https://host.example/a/%2E%2E%5Cb'],
    ['http://127.0.0.1:9000/*', 'http://127.0.0.2:9000/'],
    ['http://127.0.0.1:9000/*', 'http://127.0.0.1/'],
    ['http://127.0.0.1:9000/*', 'http://[::ffff:127.0.0.1]:9000/'],
  ])('%s does not open %s', (entry, address) => {
    expect(reach(address, list(entry))).toBeNull();
  });

  test.each([
    'host.example',
    'ftp://host.example/*',
    'file:///etc/*',
    'https://*',
    'https://host*',
    'https://host.example*',
    'https://host.example:80*',
    'https://*.host.example/*',
    'https://host.example/*/a',
    'https://user@host.example/*',
    'https://user:secret@host.example/*',
    'https://host.example/#*',
    '**',
    '',
  ])('cannot be "%s"', (text) => {
    expect(parseAllowEntry(text)).toBeNull();
  });
});

test('a listed name allows public addresses only, a listed address or localhost exactly itself', () => {
  const allowed = list('https://host.example/*', 'http://10.0.0.5/*', 'http://[::1]/*', 'http://localhost:8080/*');
  expect(reach('https://host.example/a', allowed)).toBe('public');
  expect(reach('http://10.0.0.5/a', allowed)).toBe('any');
  expect(reach('http://[0:0:0:0:0:0:0:1]/a', allowed)).toBe('any');
  expect(reach('http://localhost.:8080/a', allowed)).toBe('loopback');
  expect(reach('http://localhost/a', allowed)).toBeNull();
  expect(reach('https://other.example/', allowed)).toBeNull();
});

test('without entries either all public addresses are allowed or none', () => {
  expect(reach('https://host.example/', ANY_PUBLIC)).toBe('public');
  expect(reach('https://host.example/', NONE)).toBeNull();
});

test('an address of the operator is allowed whatever it resolves to, but its neighbours are not', () => {
  expect(reach('http://own.example:8080/api/data', NONE)).toBe('any');
  expect(reach('http://own.example:8080/other', NONE)).toBeNull();
  expect(reach('http://own.example:8080/other', ANY_PUBLIC)).toBe('public');
});

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://%31%32%37.0.0.1/',
  'http://①②⑦.0.0.1/',
  'http://0/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://[fd00:ec2::254]/',
])('E8 %s is refused before anything is sent', (address) => {
  expect(reach(address, ANY_PUBLIC)).toBeNull();
});

import { describe, expect, test } from 'vitest';
import { redirectTarget, setCookie } from './browser.ts';

const COOKIE = { name: 'session', value: 'sealed', maxAgeSeconds: 60 };

describe('J7 cookies', () => {
  test.each([
    ['http://localhost:8080/', 'Lax', 'Path=/; HttpOnly; SameSite=Lax; Max-Age=60'],
    ['https://a.example/', 'Lax', 'Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure'],
    ['https://a.example/', 'None', 'Path=/; HttpOnly; SameSite=None; Max-Age=60; Secure'],
    ['http://localhost:8080/', 'None', 'Path=/; HttpOnly; SameSite=None; Max-Age=60; Secure'],
  ] as const)('of %s with SameSite=%s', (baseUrl, sameSite, attributes) => {
    expect(setCookie({ baseUrl }, sameSite, COOKIE)).toBe(`session=sealed; ${attributes}`);
  });
});

describe('J6 the address to which a browser is redirected', () => {
  const config = { baseUrl: 'https://a.example/base/', redirectOrigins: ['https://editor.example'] };

  test.each([
    [undefined, 'https://a.example/base/'],
    ['', 'https://a.example/base/'],
    ['page', 'https://a.example/base/page'],
    ['/page', 'https://a.example/page'],
    ['https:page', 'https://a.example/base/page'],
    ['https://a.example\\@evil.example/', 'https://a.example/@evil.example/'],
    ['https://editor.example/x', 'https://editor.example/x'],
    ['https://editor.example:443/x', 'https://editor.example/x'],
  ])('%j is %s', (given, address) => {
    expect(redirectTarget(config, given)).toBe(address);
  });

  test.each([
    'https://editor.example.evil.example/',
    'https://editor.example@evil.example/',
    'https://user@editor.example/',
    'https://editor.example:444/',
    'http://a.example/',
    '///evil.example',
    'https://[',
  ])('%j is refused', (given) => {
    expect(() => redirectTarget(config, given)).toThrow('redirectUrl');
  });
});

import { expect, test } from 'vitest';
import { PROCESS, toConfig } from '../base/config/config.ts';
import { createAddressTools } from '../base/ip-address.ts';
import { createCommonHeaders } from './common-headers.ts';

const ALL = {
  INCLUDE_SAMEORIGIN_IFRAME_HEADER: 'true',
  INCLUDE_STRICT_TRANSPORT_SECURITY_HEADER: 'true',
  INCLUDE_MIME_NOSNIFF_HEADER: 'true',
};
const STRICT = { 'strict-transport-security': 'max-age=31536000' };

function headersOf(settings: Record<string, string>, url: string, headers = {}, peerAddress?: string) {
  const config = toConfig(settings, '1', PROCESS, createAddressTools());
  return createCommonHeaders(config)(new Request(url, { headers }), { peerAddress });
}

test('the security headers are sent if they are enabled', () => {
  expect(headersOf({}, 'https://a.example/')).toEqual({ 'access-control-allow-origin': '*' });
  expect(headersOf(ALL, 'https://a.example/')).toEqual({
    'access-control-allow-origin': '*',
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    ...STRICT,
  });
});

test('strict transport security is for HTTPS, also where a trusted proxy has it', () => {
  const forwarded = { 'x-forwarded-proto': 'https' };
  const behind = { ...ALL, SVC_TRUSTED_PROXIES: '10.0.0.1' };
  expect(headersOf(ALL, 'http://a.example/')).not.toMatchObject(STRICT);
  expect(headersOf(ALL, 'http://a.example/', forwarded, '10.0.0.1')).not.toMatchObject(STRICT);
  expect(headersOf(behind, 'http://a.example/', forwarded, '198.51.100.1')).not.toMatchObject(STRICT);
  expect(headersOf(behind, 'http://a.example/', { 'x-forwarded-proto': 'http' }, '10.0.0.1')).not.toMatchObject(STRICT);
  expect(headersOf(behind, 'http://a.example/', forwarded, '10.0.0.1')).toMatchObject(STRICT);
});

test('J8 credentials are never allowed for all origins', () => {
  expect(() => toConfig({ CORS_CREDENTIALS: 'true' }, '1')).toThrow('CORS_CREDENTIALS is true without CORS_ORIGINS');
  const settings = { CORS_CREDENTIALS: 'true', CORS_ORIGINS: 'https://editor.example' };
  const own = headersOf(settings, 'https://a.example/', { origin: 'https://editor.example' });
  expect(own).toMatchObject({
    'access-control-allow-origin': 'https://editor.example',
    'access-control-allow-credentials': 'true',
  });
  expect(headersOf(settings, 'https://a.example/', { origin: 'https://other.example' })).toEqual({ vary: 'Origin' });
});

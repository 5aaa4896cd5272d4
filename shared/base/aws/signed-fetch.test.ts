import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectedAuthorization, type SignedCall } from '../../../test/support/aws-signature.ts';
import { type AwsCredentials, createSignedFetch } from './signed-fetch.ts';

/** Keys, time and signatures of the examples that AWS publishes for Signature Version 4. */
const EXAMPLE = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const TIME = Date.UTC(2015, 7, 30, 12, 36, 0);

/** The request that a call sends. */
async function sent(
  url: string,
  init: RequestInit,
  { service = 'es', region = 'us-east-1', credentials = EXAMPLE as AwsCredentials } = {},
): Promise<SignedCall> {
  let seen: SignedCall | undefined;
  const signed = createSignedFetch({
    service,
    region,
    credentials: async () => credentials,
    clock: () => TIME,
    fetch: async (input, { method = 'GET', headers, body } = {}) => {
      seen = { url: new URL(String(input)), method, headers: new Headers(headers), body: String(body ?? '') };
      return new Response();
    },
  });
  await signed(new URL(url), init);
  if (seen === undefined) throw new Error('Nothing was sent.');
  return seen;
}

test.each([
  ['get-vanilla', '/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'get-vanilla-query-order-key-case',
    '/?Param2=value2&Param1=value1',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
])('signs as the published example %s', async (_name, path, signature) => {
  const { headers } = await sent(`https://example.amazonaws.com${path}`, {}, { service: 'service' });
  expect(headers.get('authorization')).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`,
  );
  expect(headers.get('x-amz-date')).toBe('20150830T123600Z');
});

test('a signed request carries the token of temporary keys', async () => {
  const { headers } = await sent('https://search.example/', {}, { credentials: { ...EXAMPLE, sessionToken: 'token' } });
  expect(headers.get('x-amz-security-token')).toBe('token');
  expect(headers.get('authorization')).toContain('x-amz-security-token');
});

test('every call is signed by the standard: the test computes the signature from the request', async () => {
  const segment = fc.stringMatching(/^[A-Za-z0-9_.,*:%-]{1,12}$/).map((text) => text.replaceAll('%', '%20'));
  const parameter = fc.tuple(fc.stringMatching(/^[a-z_]{1,8}$/), fc.stringMatching(/^[a-z0-9,.*-]{0,8}$/));
  await fc.assert(
    fc.asyncProperty(
      fc.array(segment, { maxLength: 4 }).filter((segments) => !segments.some((text) => /^\.+$/.test(text))),
      fc.uniqueArray(parameter, { maxLength: 4, selector: ([name]) => name }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD'),
      async (segments, parameters, text, method) => {
        const query = parameters.map(([name, value]) => `${name}=${value}`).join('&');
        const address = `https://search.example:9200/${segments.join('/')}${query && `?${query}`}`;
        const body = method === 'GET' || method === 'HEAD' ? '' : text;
        const headers = { 'content-type': 'application/json' };
        const call = await sent(address, { method, ...(body === '' ? {} : { body, headers }) });
        expect(call.headers.get('authorization')).toBe(expectedAuthorization(call, EXAMPLE, 'us-east-1'));
        expect(call.body).toBe(body);
      },
    ),
    { numRuns: 100 },
  );
});

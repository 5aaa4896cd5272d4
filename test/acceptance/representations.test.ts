import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { createBadgeKit } from '../support/badges.ts';
import { profilePath } from '../support/profile-client.ts';
import { guid, newThing, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();

/** Operations that answer in several media types by `Accept`: images are of the type that is stored, files of dumps of that of their names. */
const NEGOTIATED = negotiatedPaths();

/** An address of each path, and how to read it. */
const addresses = new Map<string, { readonly address: string; readonly sheet?: string; readonly method?: 'HEAD' }>();

beforeAll(async () => {
  const kit = await createBadgeKit(server, client);
  const competency = await kit.newCompetency();
  const framework = newThing(server, {
    '@context': 'https://schema.cassproject.org/0.4',
    '@type': 'Framework',
    name: 'Metalwork',
    competency: [shortId(competency)],
  });
  await client.save(framework);
  const badge = guid(await kit.publish(shortId(competency)));
  const credential = (await client.call(`/api/badge/v3/credential/${badge}`)).json();
  const teacher = parsePublicKey(kit.teacher.pem).fingerprint;
  const of = guid(framework);
  const clr = new URLSearchParams({ subject: kit.learner.pem, frameworkId: shortId(framework) });
  for (const [path, address] of [
    ['/api/data/{uid}', `/api/data/${of}`],
    ['/api/data/{type}/{uid}', shortId(framework)],
    ['/api/data/{type}/{uid}/{version}', framework['@id']],
    ['/api/profile/latest', profilePath(framework, kit.learner)],
    ['/api/ctdlasn/{id}', `/api/ctdlasn/${of}`],
    ['/api/ceasn/{id}', `/api/ceasn/${of}`],
    ['/api/asn/{id}', `/api/asn/${of}`],
    ['/api/bulk/catalog', '/api/bulk/catalog'],
    ['/api/badge/profile/{fingerprint}', `/api/badge/profile/${teacher}`],
    ['/api/badge/cryptographicKey/{fingerprint}', `/api/badge/cryptographicKey/${teacher}`],
    ['/api/badge/class/{id}', `/api/badge/class/${guid(competency)}`],
    ['/api/badge/class/{id}/{fingerprint}', `/api/badge/class/${guid(competency)}/${teacher}`],
    ['/api/badge/assertion/{id}', `/api/badge/assertion/${badge}`],
    ['/api/badge/assertion/{type}/{id}', `/api/badge/assertion/schema.cassproject.org.0.4.Assertion/${badge}`],
    ['/api/badge/v3/credential/{id}', `/api/badge/v3/credential/${badge}`],
    ['/api/badge/v3/status/{list}', credential.credentialStatus.statusListCredential],
  ] as const)
    addresses.set(path, { address });
  addresses.set('/api/badge/v3/clr', { address: `/api/badge/v3/clr?${clr}`, sheet: kit.own });
  addresses.set('/api/changes', { address: '/api/changes', method: 'HEAD' }); // a stream of events does not end
});

describe('H11 representations', () => {
  test.each(NEGOTIATED)('of $path have entity tags of their own, and Vary', async ({ path, types }) => {
    const { address, ...call } = addresses.get(path) ?? { address: '' };
    const tags = new Map<string, string>();
    for (const accept of types) {
      const answer = await client.call(address, { ...call, headers: { accept } });
      expect(answer.status, accept).toBe(200);
      const [type = ''] = (answer.headers.get('content-type') ?? '').split(';');
      if (isObject(path) && accept === 'application/ld+json') expect(type).toBe('application/json');
      else expect(type).toBe(accept);
      expect(answer.headers.get('vary')?.split(/, */), accept).toContain('Accept');
      const tag = answer.headers.get('etag');
      if (tag !== null) tags.set(type, tag);
    }
    expect(new Set(tags.values()).size).toBe(tags.size);
    for (const [type, tag] of tags) {
      for (const accept of tags.keys()) {
        const headers = { accept, 'if-none-match': tag };
        const { status } = await client.call(address, { ...call, headers });
        expect(status, `${accept} with the tag of ${type}`).toBe(accept === type ? 304 : 200);
      }
    }
  });

  test.each(NEGOTIATED)('of $path are chosen by quality', async ({ path, types }) => {
    const { address, ...call } = addresses.get(path) ?? { address: '' };
    for (const preferred of types) {
      const others = types.filter((type) => type !== preferred).map((type) => `${type};q=0.4`);
      for (const accept of [
        [...others, `${preferred};q=0.9`],
        [preferred, ...others],
        [...others, preferred],
      ]) {
        const { headers } = await client.call(address, { ...call, headers: { accept: accept.join(', ') } });
        const expected = isObject(path) && preferred === 'application/ld+json' ? 'application/json' : preferred;
        expect(headers.get('content-type')?.split(';')[0], accept.join(', ')).toBe(expected);
      }
    }
  });

  test('of losses in ASN differ by syntax', async () => {
    const { address = '' } = addresses.get('/api/asn/{id}') ?? {};
    const tags = new Set<string | null>();
    for (const accept of ['application/rdf+xml', 'text/turtle']) {
      tags.add((await client.call(`${address}?losses=true`, { headers: { accept } })).headers.get('etag'));
    }
    expect(tags.size).toBe(2);
  });
});

/** JSON-LD of a stored object is its JSON text. */
function isObject(path: string): boolean {
  return path.startsWith('/api/data/');
}

function negotiatedPaths() {
  const file = new URL('../../functions/system/openapi.json', import.meta.url);
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
  };
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const types = Object.keys(get?.responses['200']?.content ?? {}).filter((type) => !type.startsWith('image/'));
    return types.length > 1 && path !== '/api/bulk/dumps/{file}' ? [{ path, types }] : [];
  });
}

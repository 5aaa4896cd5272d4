import { describe, expect, it } from 'vitest';
import { namedFrameworks } from '../support/named-framework.ts';
import { person, sheet } from '../support/signer.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, server.url), { headers, redirect: 'manual' });

/** The address of a script of the editor. */
async function scriptOf(page: Response): Promise<string> {
  const [, path = ''] = /(?:src|href)="\.\/(assets\/list-[^"]+\.js)"/.exec(await page.text()) ?? [];
  return `svc-editor/${path}`;
}

describe('the editor', () => {
  it.each(['', 'svc-editor/', 'svc-editor/frameworks/some-id', '?frameworkId=some-id'])(
    'is at /%s, as one page whose addresses are relative to the editor',
    async (path) => {
      const page = await get(path);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await page.text()).toContain('<base href="/svc-editor/">');
    },
  );

  it.each([
    ['', 1],
    ['svc-editor/', 1],
    ['svc-editor/new', 0],
    ['svc-editor/frameworks/some-id', 0],
    ['?frameworkId=some-id', 0],
  ])('has browsers request the list of frameworks at /%s %i times, along with the script', async (path, times) => {
    const requests = [...(await (await get(path)).text()).matchAll(/<link rel="preload"[^>]* href="([^"]+)"/g)];
    expect(requests).toHaveLength(times);
    for (const [, address = ''] of requests) {
      const found = await get(new URL(address.replaceAll('&amp;', '&'), `${server.url}svc-editor/`).href);
      expect([found.status, await found.json()]).toEqual([200, []]);
    }
  });

  it('says in the head of a page what the link leads to, as everyone may read it', async () => {
    const frameworks = namedFrameworks(server, client);
    await frameworks.save('Masonry <&>', ['Lay bricks']);
    const [framework, competency] = [
      frameworks.framework('Masonry <&>'),
      frameworks.competency('Masonry <&>', 'Lay bricks'),
    ];
    const last = (id: string) => id.slice(id.lastIndexOf('/') + 1);
    const query = new URLSearchParams({ frameworkId: framework });
    for (const [path, title, id] of [
      [
        `svc-editor/frameworks/${encodeURIComponent(encodeURIComponent(framework))}`,
        'Masonry &lt;&amp;&gt;',
        framework,
      ],
      [`svc-editor/frameworks/${encodeURIComponent(framework)}/print`, 'Masonry &lt;&amp;&gt;', framework],
      [`svc-editor/f/${last(framework)}`, 'Masonry &lt;&amp;&gt;', framework],
      [`svc-editor/f/${last(framework)}/${last(competency)}`, 'Lay bricks', competency],
      [`svc-editor/?${query}`, 'Masonry &lt;&amp;&gt;', framework],
      [`?${query}`, 'Masonry &lt;&amp;&gt;', framework],
    ] as const) {
      const page = await get(path);
      const text = await page.text();
      expect(text.match(/<title>.*<\/title>/g)).toEqual([`<title>${title}</title>`]);
      expect(text).toContain(`<meta property="og:title" content="${title}">`);
      const [, canonical = ''] = /<link rel="canonical" href="([^"]*)">/.exec(text) ?? [];
      expect(new URL(canonical.replaceAll('&amp;', '&')).pathname).toBe(new URL(id).pathname);
      const [, data = ''] =
        /<link rel="alternate" type="application\/ld\+json" title="JSON-LD" href="([^"]*)">/.exec(text) ?? [];
      expect(JSON.stringify(await (await get(data.replaceAll('&amp;', '&'))).json())).toContain(id);
      expect((await get(path, { 'if-none-match': page.headers.get('etag') ?? '' })).status).toBe(304);
    }
  });

  it('does not say what others may not read', async () => {
    const owner = await person();
    const id = `${server.api}data/schema.cassproject.org.0.4.Framework/secret`;
    const secret = {
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Framework',
      '@id': id,
      name: 'Secret',
    };
    const json = [{ ...secret, '@owner': [owner.pem], '@reader': [owner.pem] }];
    const headers = { signatureSheet: await sheet(server.api, [owner]) };
    expect((await client.call('/api/sky/repo/multiPut', { json, headers })).json()).toMatchObject({ stored: 1 });
    const page = await get('svc-editor/f/secret', headers);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('Secret');
  });

  it.each(['f/nothing', 'f/%FF', 'f/%25', 'frameworks/%2525zz/print', 'frameworks/a%2F..%2Fb', '?frameworkId=%'])(
    'opens at svc-editor/%s, which leads to nothing that everyone may read',
    async (path) => {
      const page = await get(`svc-editor/${path}`);
      expect([page.status, (await page.text()).match(/<title>.*<\/title>/g)]).toEqual([
        200,
        ['<title>Competency editor</title>'],
      ]);
    },
  );

  it('is found by links to an existing server, with their query', async () => {
    const response = await get('cass-editor/index.html?frameworkId=a%20b');
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/svc-editor/?frameworkId=a%20b');
  });

  it('lets the page load nothing from elsewhere, and run no script that is not a file of its own', async () => {
    const policy = (await get('')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  it('is asked for once: the page by its entity tag, and its files are kept for a year', async () => {
    const page = await get('');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const again = await get('', { 'if-none-match': page.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    const script = await get(await scriptOf(page));
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await get('svc-editor/icon.svg')).headers.get('cache-control')).toBe('public, max-age=86400');
  });

  it.each(['br', 'gzip'])('sends its files compressed (%s) where the client takes that', async (encoding) => {
    const path = await scriptOf(await get(''));
    const plain = await get(path, { 'accept-encoding': 'identity' });
    const compressed = await get(path, { 'accept-encoding': encoding });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(compressed.headers.get('content-encoding')).toBe(encoding);
    expect(compressed.headers.get('vary')).toContain('Accept-Encoding');
    const length = (response: Response): number => Number(response.headers.get('content-length'));
    expect(length(compressed)).toBeLessThan(length(plain) / 2);
    expect(await compressed.text()).toBe(await plain.text());
  });

  it('has no other files, and no address outside of its own', async () => {
    for (const path of ['svc-editor/assets/none.js', 'svc-editor/assets/..%2f..%2fpackage.json', 'other']) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    }
  });
});

describe('an embedded framework', () => {
  const embeddersOf = async (environment: { readonly url: string }): Promise<string> => {
    const response = await fetch(new URL('svc-editor/embed?frameworkId=x', environment.url));
    expect(response.status).toBe(200);
    return /frame-ancestors ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';
  };
  const restricted = useServer({ CORS_ORIGINS: 'https://lms.example' }).server;
  const alone = useServer({ INCLUDE_SAMEORIGIN_IFRAME_HEADER: 'true' }).server;

  it('is shown in frames of those sites whose pages may call the API, the editor itself in frames of none', async () => {
    expect(await embeddersOf(server)).toBe('*');
    expect(await embeddersOf(restricted)).toBe("'self' https://lms.example");
    expect(await embeddersOf(alone)).toBe("'self'");
    expect((await get('')).headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'$/);
  });
});

describe('below a base path', () => {
  const { server } = useServer({ SVC_BASE: '/skills' });

  it('the editor works too', async () => {
    const page = await fetch(new URL('skills/', server.url));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<base href="/skills/svc-editor/">');
  });
});

describe('with DISABLED_EDITOR', () => {
  const { server } = useServer({ DISABLED_EDITOR: 'true' });

  it.each(['', 'svc-editor/', 'cass-editor/'])('/%s is 404', async (path) => {
    expect((await fetch(new URL(path, server.url), { redirect: 'manual' })).status).toBe(404);
  });
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newEncryptedValue } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

const DOCUMENTS = [
  ['CTDL-ASN', '/api/ctdlasn', 'welding.ctdlasn.json', 'application/ld+json'],
  ['ASN', '/api/asn', 'welding.asn.ttl', 'text/turtle'],
  ['CASE', '/api/ims/case/import', 'welding.case.json', 'application/json'],
] as const;

test.each(DOCUMENTS)(
  'a dry run of %s has the outline, and a copy leaves what is stored',
  async (format, path, name, type) => {
    const host = `${format.toLowerCase()}.example.org`;
    const text = readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8').replaceAll(
      'example.org',
      host,
    );
    const send = async (query: string, sheet = cast.sheets.owner) =>
      client.call(`${path}?${query}`, {
        method: 'POST',
        body: text,
        headers: { 'content-type': type, accept: 'application/json' },
        sheet,
      });

    const before = (await send('dryRun=true&outline=true')).json() as {
      outlines: readonly { readonly name: unknown; readonly entries: readonly object[] }[];
    };
    expect(before.outlines).toMatchObject([{ kind: 'framework', isStored: false }]);
    const [{ name: title, entries: [entry] = [] } = {}] = before.outlines;
    expect(JSON.stringify(title)).toContain('Welding');
    expect(entry).toMatchObject({ depth: 0 });
    expect(JSON.stringify(entry)).toContain('Makes a fillet weld');
    const first = (await send('')).json() as { id: string; saved: number };
    expect(first).not.toHaveProperty('outlines');
    expect((await send('dryRun=true&outline=true')).json()).toMatchObject({ saved: 0, outlines: [{ isStored: true }] });

    const copied = (await send('copy=true', cast.sheets.other)).json() as {
      id: string;
      created: number;
      failed: unknown;
    };
    expect(copied).toMatchObject({ created: first.saved, failed: [] });
    expect(copied.id).toMatch(new RegExp(`^${server.url.replace(/\/$/, '')}/api/data/`));
    expect((await send('dryRun=true')).json()).toMatchObject({ saved: 0, removed: 0 });
    expect((await send('copy=perhaps')).status).toBe(400);
  },
);

test.each(DOCUMENTS)('an import of %s changes nothing that is encrypted', async (format, path, name, type) => {
  const text = readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8').replaceAll(
    'example.org',
    `encrypted-${format.toLowerCase()}.example.org`,
  );
  const send = async (query: string) =>
    client.call(`${path}?${query}`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': type, accept: 'application/json' },
      sheet: cast.sheets.owner,
    });
  const save = async (...given: readonly string[]) => {
    const owner = [cast.owner.pem];
    const json = given.map((id) => newEncryptedValue(server, { '@id': id, owner }));
    expect((await client.call('/api/sky/repo/multiPut', { json, sheet: cast.sheets.owner })).json()).toMatchObject({
      failed: [],
    });
  };
  const stored = async (id: string) =>
    (await client.call('/api/sky/repo/multiGet', { json: [id], sheet: cast.sheets.owner })).json()[0];

  const { id: root } = (await send('')).json() as { id: string };
  const [part] = (await stored(root)).competency;
  await save(part);
  const before = await stored(part);
  expect((await send('')).json()).toMatchObject({ failed: [{ '@id': part, status: 409 }] });
  expect(await stored(part)).toEqual(before);
  await save(root);
  const hidden = await stored(root);
  for (const query of ['dryRun=true', '']) {
    expect((await send(query)).json()).toMatchObject({
      status: 409,
      type: expect.stringContaining('identifier-taken'),
    });
  }
  expect(await stored(root)).toEqual(hidden);
  expect((await send('copy=true')).json()).toMatchObject({ failed: [] });
});

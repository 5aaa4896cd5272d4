import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { person, sheet } from '../support/signer.ts';
import { guid, md5, newThing, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer({ PNA_DIRECTORY: 'https://directory.example/', PNA_DIRECTORY_NAME: 'Example' });
const cast = useCast(server);
const SERVICE = 'https://schema.cassproject.org/0.4';
const of = (type: string, members: object = {}) => newThing(server, { '@context': SERVICE, '@type': type, ...members });
const index = (id: string, call = {}) => client.call(`/api/ce/pna/${id}`, call);
const publish = (id: string, call = {}) => index(id, { method: 'POST', ...call });
let own: string;
let pem: string;

beforeAll(async () => {
  const owner = await person();
  ({ pem } = owner);
  own = await sheet(server.api, [owner]);
});

async function newFramework(members: object = {}) {
  const one = of('Competency', { name: { '@language': 'en', '@value': 'Weld steel' }, description: 'Joins steel.' });
  const other = { '@context': SERVICE, '@type': 'Competency', '@id': `https://example.org/${guid(one)}`, name: 'Cut' };
  const framework = of('Framework', {
    name: 'Metal',
    description: 'Work with metal.',
    owner: [pem],
    'ceterms:ownedBy': ['https://school.example/'],
    competency: [other['@id'], shortId(one), 'https://example.org/absent'],
    ...members,
  });
  for (const object of [one, other]) await client.save(object);
  await client.save(framework, own);
  return { one, other, framework };
}

describe('the index of a framework', () => {
  test('has its competencies in its order', async () => {
    const { one, other, framework } = await newFramework();
    const id = `${server.api}ceasn/${guid(framework)}`;
    const entry = (uid: string, label: string) => ({
      id: `${server.api}ceasn/${uid}`,
      dataURL: `${server.api}ceasn/${uid}`,
      type: 'Competency',
      containedIn: id,
      competencyText: label,
      competencyLabel: label,
    });
    expect((await index(guid(framework))).json()).toEqual({
      directory: {
        id: 'https://directory.example/',
        name: 'Example',
        type: 'Directory',
        dateCreated: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      },
      container: {
        id,
        dataURL: id,
        type: 'Collection',
        fromDirectory: 'https://directory.example/',
        name: 'Metal',
        description: 'Work with metal.',
        attributionName: '',
        attributionURL: 'https://school.example/',
        beneficiaryRights: '',
        providerMetaModel: '',
        registryRights: '',
      },
      competencies: [entry(md5(other), 'Cut'), entry(guid(one), 'Weld steel')],
    });
    expect((await index(`Framework/${guid(framework)}`)).json()).toMatchObject({ container: { id } });
  });

  test('is hidden like its framework until the index is published', async () => {
    const { framework } = await newFramework({ reader: [pem] });
    const id = guid(framework);
    expect(await index(id)).toMatchObject({ status: 404 });
    const seen = (await index(id, { sheet: own })).json();
    for (const call of [{}, { sheet: cast.sheets.other }])
      expect(await publish(id, call)).toMatchObject({ status: 401 });
    expect(await index(id)).toMatchObject({ status: 404 });
    expect((await publish(id, { sheet: own })).json()).toEqual({ framework: id, success: true });
    expect((await index(id)).json()).toEqual(seen);
  });

  test('can be published by admins too, and conditionally', async () => {
    const { framework } = await newFramework();
    const id = guid(framework);
    const first = await publish(id, { sheet: cast.sheets.admin, headers: { 'if-none-match': '*' } });
    expect(first.status).toBe(200);
    expect(await publish(id, { sheet: own, headers: { 'if-none-match': '*' } })).toMatchObject({ status: 412 });
    const headers = { 'if-match': first.headers.get('etag') ?? '' };
    expect(await publish(id, { sheet: own, headers })).toMatchObject({ status: 200 });
  });
});

describe('an index under a name that no object has', () => {
  test('can be any object, published by an admin', async () => {
    const json = { directory: { id: 'https://directory.example/' } };
    expect(await publish('by-hand', { json, sheet: own })).toMatchObject({ status: 401 });
    expect(await publish('by-hand', { json, sheet: cast.sheets.admin })).toMatchObject({ status: 200 });
    expect((await index('by-hand')).json()).toEqual(json);
    const tag = (await index('by-hand')).headers.get('etag') ?? '';
    expect(await index('by-hand', { headers: { 'if-none-match': tag } })).toMatchObject({ status: 304 });
    for (const call of [{ json: [1] }, { json: 'x' }, {}]) {
      expect(await publish('by-hand', { ...call, sheet: cast.sheets.admin })).toMatchObject({ status: 400 });
    }
    expect((await index('by-hand')).json()).toEqual(json);
  });

  test.each([
    '..%2f..%2fescaped',
    '%2e%2e',
    '%2fetc%2fescaped',
    '.hidden',
    'a%00b',
    'a%5cb',
    'x'.repeat(300),
    'a%20b',
    'x/..%2fescaped',
  ])('%s is refused, and nothing is written', async (name) => {
    const answer = await publish(name, { json: {}, sheet: cast.sheets.admin });
    expect([400, 404]).toContain(answer.status);
    const files = await readdir(server.directory, { recursive: true });
    expect(files.filter((file) => /escaped|hidden|^pna\/a.b$/s.test(file))).toEqual([]);
    expect(
      (await readdir(join(server.directory, 'pna')).catch(() => [])).filter((file) => file.startsWith('.')),
    ).toEqual([]);
  });
});

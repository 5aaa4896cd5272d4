import { expect, test } from 'vitest';
import { person, sheet } from '../support/signer.ts';
import { guid, md5, newThing, shortId } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const SERVICE = 'https://schema.cassproject.org/0.4';
const of = (type: string, members: object = {}) => newThing(server, { '@context': SERVICE, '@type': type, ...members });
const definition = (id: string, call = {}) => client.call(`/api/scd/${id}`, call);

test('a framework, its competencies and its relations lead to one another', async () => {
  const one = of('Competency', {
    name: { '@language': 'en', '@value': 'Weld steel' },
    description: 'Joins steel.',
    'dcterms:type': 'Skill',
    'ceasn:codedNotation': 'W-1',
    'ceasn:competencyLabel': 'Welding',
  });
  const other = { '@context': SERVICE, '@type': 'Competency', '@id': `https://example.org/${guid(one)}`, name: 'Cut' };
  const relation = of('Relation', {
    source: shortId(one),
    target: other['@id'],
    relationType: 'narrows',
    weight: 0.5,
  });
  const framework = of('Framework', {
    name: 'Metal',
    'ceasn:derivedFrom': 'https://example.org/source',
    competency: [shortId(one), other['@id']],
    relation: [shortId(relation)],
  });
  for (const object of [one, other, relation, framework]) await client.save(object);

  const answer = await definition(guid(framework));
  expect(answer.text).toContain('\n  "name": "Metal"');
  expect(answer.json()).toEqual({
    id: framework['@id'],
    name: 'Metal',
    authoritativeSource: 'https://example.org/source',
    competencyDefinition: [`${server.api}scd/${guid(one)}`, `${server.api}scd/${md5(other)}`],
    resourceAssociation: [`${server.api}scd/${guid(relation)}`],
  });
  const competencyFramework = [`${server.api}scd/${guid(framework)}`];
  expect((await definition(`Competency/${guid(one)}`)).json()).toEqual({
    id: one['@id'],
    name: 'Welding',
    competencyStatement: 'Weld steel',
    description: 'Joins steel.',
    referenceCode: 'W-1',
    typeLabel: 'Skill',
    competencyFramework,
  });
  expect((await definition(md5(other))).json()).toMatchObject({
    name: 'Cut',
    competencyStatement: 'Cut',
    competencyFramework,
  });
  expect((await definition(guid(relation))).json()).toEqual({
    id: relation['@id'],
    source: `${server.api}scd/${guid(one)}`,
    destination: `${server.api}scd/${md5(other)}`,
    associationType: 'narrows',
    weight: 0.5,
    competencyFramework,
  });
});

test('an empty framework has empty lists', async () => {
  const framework = of('Framework', { name: 'Empty' });
  await client.save(framework);
  expect((await definition(guid(framework))).json()).toMatchObject({
    competencyDefinition: [],
    resourceAssociation: [],
  });
});

test('what the caller may not read is absent, and so is what SCD does not define', async () => {
  const owner = await person();
  const own = await sheet(server.api, [owner]);
  const hidden = of('Framework', { name: 'Hidden', owner: [owner.pem], reader: [owner.pem] });
  await client.save(hidden, own);
  expect(await definition(guid(hidden))).toMatchObject({ status: 404 });
  expect(await definition(guid(hidden), { sheet: own })).toMatchObject({ status: 200 });
  const thing = newThing(server);
  await client.save(thing);
  for (const id of [guid(thing), 'unknown']) expect(await definition(id)).toMatchObject({ status: 404 });
});

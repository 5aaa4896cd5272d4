import { beforeAll, describe, expect, test } from 'vitest';
import type { Thing } from '../support/client.ts';
import { namedFrameworks } from '../support/named-framework.ts';
import { foreignHarvester, oaiClient } from '../support/oai.ts';
import { newEncryptedValue, newThing, nextVersion, shortId } from '../support/things.ts';
import { untilPast } from '../support/until-past.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);
const oai = oaiClient(client);
const harvester = await foreignHarvester();

const CASS = 'https://schema.cassproject.org/0.4';

/** A new object of a type of the service's vocabulary. */
function newOf(type: string, members: Record<string, unknown>): Thing {
  const thing = newThing(server, { '@context': CASS, '@type': type, ...members });
  return { ...thing, '@id': thing['@id'].replace('schema.org.Thing', `schema.cassproject.org.0.4.${type}`) };
}

async function saved(type: string, members: Record<string, unknown>, sheet?: string): Promise<Thing> {
  const thing = newOf(type, members);
  await client.save(thing, sheet);
  return thing;
}

/** The second that follows: datestamps are seconds, so that what changes from then on can be told from what changed before. */
async function nextSecond(): Promise<string> {
  const next = Math.ceil((Date.now() + 1) / 1000) * 1000;
  await untilPast(next);
  return `${new Date(next).toISOString().slice(0, 19)}Z`;
}

const record = (identifier: string, metadataPrefix = 'oai_dc') =>
  oai.ask({ verb: 'GetRecord', identifier, metadataPrefix });

const idsOf = (pages: readonly { readonly live: readonly string[]; readonly deleted: readonly string[] }[]) => ({
  live: pages.flatMap(({ live }) => live).sort(),
  deleted: pages.flatMap(({ deleted }) => deleted).sort(),
});

const changedSince = async (from: string, more: Record<string, string> = {}) =>
  idsOf(await oai.pages({ verb: 'ListIdentifiers', metadataPrefix: 'oai_dc', from, ...more }));

beforeAll(async () => {
  await namedFrameworks(server, client).save(
    'Plumbing',
    ['Pipes', 'Cut', 'Join'],
    [
      ['Cut', 'narrows', 'Pipes'],
      ['Join', 'isRelatedTo', 'Cut'],
    ],
  );
});

const framework = (name = 'Plumbing') => namedFrameworks(server, client).framework(name);
const competency = (name: string, of = 'Plumbing') => namedFrameworks(server, client).competency(of, name);

describe('the verbs', () => {
  test('Identify names the address, and says that deletions are kept', async () => {
    const { texts, error } = await oai.ask('verb=Identify');
    expect(error).toBeUndefined();
    expect(texts('//oai:baseURL')).toEqual([`${server.api}oai`]);
    expect(texts('//oai:deletedRecord')).toEqual(['persistent']);
    expect(texts('//oai:granularity')).toEqual(['YYYY-MM-DDThh:mm:ssZ']);
    const [earliest = ''] = texts('//oai:earliestDatestamp');
    expect(Date.parse(earliest)).toBeLessThan(Date.now());
    const { texts: responded } = await oai.ask('verb=ListRecords&metadataPrefix=oai_dc');
    for (const datestamp of responded('//oai:datestamp')) expect(earliest <= datestamp, datestamp).toBe(true);
    const [date = ''] = responded('//oai:responseDate');
    expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000);
  });

  test('a POST gets what a GET does', async () => {
    const form = { verb: 'GetRecord', identifier: framework(), metadataPrefix: 'oai_dc' };
    const { status, text } = await client.call('/api/oai', { urlencoded: form });
    const withoutDate = (xml: string) => xml.replace(/<responseDate>.*?<\/responseDate>/, '');
    expect([status, withoutDate(text)]).toEqual([200, withoutDate((await oai.ask(form)).text)]);
    expect((await client.call('/api/oai', { json: form })).status).toBe(415);
  });

  test('the answer repeats the request, except where its verb or arguments are wrong', async () => {
    const { texts } = await oai.ask('verb=ListRecords&metadataPrefix=oai_dc&until=2000-01-01');
    expect(texts('/oai:OAI-PMH/oai:request')).toEqual([`${server.api}oai`]);
    expect(texts('/oai:OAI-PMH/oai:request/@*')).toEqual(['ListRecords', 'oai_dc', '2000-01-01']);
    expect((await oai.ask('verb=ListRecords&until=2000-01-01')).texts('//oai:request/@*')).toEqual([]);
    expect((await oai.ask('verb=%3C%22%26')).texts('//oai:request/@*')).toEqual([]);
  });

  test('ListMetadataFormats lists the formats of the service, and those of an item', async () => {
    const of = async (query: string) =>
      (await oai.ask(`verb=ListMetadataFormats${query}`)).texts('//oai:metadataPrefix');
    expect(await of('')).toEqual(['oai_dc', 'rdf', 'case']);
    expect(await of(`&identifier=${framework()}`)).toEqual(['oai_dc', 'rdf', 'case']);
    expect(await of(`&identifier=${competency('Cut')}`)).toEqual(['oai_dc', 'rdf']);
  });

  test('a record says in Dublin Core what it is called, where it belongs, and what it is aligned with', async () => {
    const skill = await saved('Competency', {
      name: { en: 'Weld & "join" <pipes>', ar: 'لحام الأنابيب', he: 'ריתוך' },
      description: 'With a \u0001 control\u000b character and \ud800',
      creator: 'Ada',
      'schema:publisher': 'Press',
      'ceasn:codedNotation': 'W.1',
      'schema:inLanguage': ['en', 'ar'],
      'dcterms:rights': 'CC0',
      'schema:keywords': 'welding',
      'skos:exactMatch': 'https://elsewhere.example/weld',
    });
    const { texts } = await record(shortId(skill));
    expect(texts('//dc:title')).toEqual(['Weld & "join" <pipes>', 'لحام الأنابيب', 'ריתוך']);
    expect(texts('//dc:title/@xml:lang')).toEqual(['en', 'ar', 'he']);
    expect(texts('//dc:description')).toEqual(['With a  control character and \ufffd']);
    expect(texts('//dc:publisher')).toEqual(['Press']);
    expect(texts('//dc:identifier')).toEqual([shortId(skill), 'W.1']);
    expect(texts('//dc:language')).toEqual(['en', 'ar']);
    expect(texts('//dc:rights')).toEqual(['CC0']);
    expect(texts('//dc:subject')).toEqual(['welding']);
    expect(texts('//dc:relation')).toEqual(['https://elsewhere.example/weld']);
    const join = await record(competency('Join'));
    expect(join.texts('//dc:relation')).toEqual([framework(), competency('Cut')]);
    expect(join.texts('//oai:setSpec')).toEqual(['competencies', 'framework:plumbing']);
  });

  test('a record in RDF and a package of CASE are those that the service answers at their own addresses', async () => {
    const { texts } = await record(framework(), 'case');
    const [json = ''] = texts('//case:CFPackage');
    const own = await client.call(`/api/ims/case/v1p0/CFPackages/plumbing`);
    expect(JSON.parse(json)).toEqual(own.json());
    const rdf = (await client.call(framework(), { headers: { accept: 'application/rdf+xml' } })).text;
    expect((await record(framework(), 'rdf')).text).toContain(rdf.slice(rdf.indexOf('<rdf:RDF')));
  });
});

describe('errors', () => {
  const dc = 'metadataPrefix=oai_dc';
  test.each([
    ['', 'badVerb'],
    ['verb=Nothing', 'badVerb'],
    ['verb=Identify&verb=Identify', 'badVerb'],
    ['verb=toString', 'badVerb'],
    ['verb=Identify&set=x', 'badArgument'],
    ['verb=Identify&__proto__=x', 'badArgument'],
    ['verb=ListRecords', 'badArgument'],
    ['verb=GetRecord&identifier=x:y', 'badArgument'],
    [`verb=GetRecord&${dc}&identifier=no%20uri`, 'badArgument'],
    [`verb=ListRecords&${dc}&${dc}`, 'badArgument'],
    [`verb=ListRecords&${dc}&resumptionToken=x`, 'badArgument'],
    [`verb=ListRecords&${dc}&from=yesterday`, 'badArgument'],
    [`verb=ListRecords&${dc}&from=2026-02-30`, 'badArgument'],
    [`verb=ListRecords&${dc}&from=2026-01-01T00:00Z`, 'badArgument'],
    [`verb=ListRecords&${dc}&from=2026-01-02&until=2026-01-01`, 'badArgument'],
    [`verb=ListRecords&${dc}&from=2026-01-01&until=2026-01-01T00:00:00Z`, 'badArgument'],
    [`verb=ListRecords&${dc}&set=a:%2F`, 'badArgument'],
    ['verb=ListRecords&metadataPrefix=%FF', 'badArgument'],
    ['verb=ListRecords&resumptionToken=x', 'badResumptionToken'],
    ['verb=ListSets&resumptionToken=', 'badResumptionToken'],
    ['verb=ListRecords&metadataPrefix=marc21', 'cannotDisseminateFormat'],
    ['verb=GetRecord&identifier=urn:x:none&metadataPrefix=oai_dc', 'idDoesNotExist'],
    ['verb=ListMetadataFormats&identifier=urn:x:none', 'idDoesNotExist'],
    [`verb=ListRecords&${dc}&until=1999-12-31`, 'noRecordsMatch'],
    [`verb=ListRecords&${dc}&from=2999-12-31`, 'noRecordsMatch'],
    [`verb=ListIdentifiers&${dc}&set=framework:none`, 'noRecordsMatch'],
    [`verb=ListIdentifiers&${dc}&set=none`, 'noRecordsMatch'],
  ])('%s is %s', async (query, code) => {
    expect((await oai.ask(query)).error).toBe(code);
  });

  test('a competency has no package', async () => {
    expect((await record(competency('Cut'), 'case')).error).toBe('cannotDisseminateFormat');
  });

  test('a token of another verb, or with other contents, is refused', async () => {
    const made = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');
    const position = { verb: 'ListRecords', arguments: { metadataPrefix: 'oai_dc' }, next: 'x', delivered: 1 };
    const bad = [
      position,
      { ...position, verb: 'ListIdentifiers' },
      { ...position, arguments: {} },
      { ...position, arguments: { metadataPrefix: 'oai_dc', from: 'x' } },
      { ...position, delivered: -1 },
      null,
    ];
    for (const one of bad) {
      const resumptionToken = made(one);
      const answer = await oai.ask({ verb: 'ListRecords', resumptionToken });
      expect(answer.error, resumptionToken).toBe('badResumptionToken');
      expect(answer.texts('//oai:request/@resumptionToken')).toEqual([resumptionToken]);
    }
  });
});

describe('what is harvested', () => {
  test.skipIf(harvester === null)('another implementation gets all that is public, and nothing else', async () => {
    const title = { en: 'Scheme', fa: 'طرح' };
    const scheme = await saved('ConceptScheme', { '@context': `${CASS}/skos/`, 'skos:prefLabel': title });
    const concept = await saved('Concept', {
      '@context': `${CASS}/skos/`,
      'skos:prefLabel': 'Concept',
      'skos:inScheme': shortId(scheme),
    });
    const owner = { '@owner': [cast.owner.pem] };
    const lone = await saved('Concept', { 'skos:prefLabel': 'Lone', 'skos:inScheme': `${server.api}data/none` });
    const hidden = await saved(
      'Competency',
      { name: 'hidden', ...owner, '@reader': [cast.reader.pem] },
      cast.sheets.owner,
    );
    const draft = await saved('Framework', { name: 'draft', 'case:adoptionStatus': 'Private Draft' });
    const others = await Promise.all([
      saved('Assertion', {}),
      saved('Person', { name: 'Ada' }),
      saved('Level', { name: 'L' }),
    ]);
    await client.save(newEncryptedValue(server, { encryptedType: 'Competency', ...owner }), cast.sheets.owner);
    const harvested = (await harvester?.(`${server.api}oai`)) ?? [];
    const found = harvested.map(({ identifier }) => identifier);
    expect(new Set(found).size).toBe(found.length);
    const listed = (await client.call('/sitemap/first.xml')).text.matchAll(/<loc>(.*?)<\/loc>/g);
    expect([...found].sort()).toEqual([...listed].map(([, address]) => address).sort());
    expect(found).toEqual(expect.arrayContaining([shortId(scheme), shortId(concept), framework()]));
    for (const absent of [hidden, draft, ...others]) {
      expect(found).not.toContain(shortId(absent));
      expect((await record(shortId(absent))).error).toBe('idDoesNotExist');
    }
    const one = harvested.find(({ identifier }) => identifier === shortId(scheme));
    expect(one).toMatchObject({ deleted: false, metadata: { title: ['Scheme', 'طرح'], type: ['ConceptScheme'] } });
    expect(harvested.find(({ identifier }) => identifier === shortId(concept))?.sets).toEqual([
      'concepts',
      `scheme:${shortId(scheme).split('/').at(-1)}`,
    ]);
    expect(harvested.find(({ identifier }) => identifier === shortId(lone))?.sets).toEqual(['concepts']);
    for (const metadata_prefix of ['rdf', 'case']) {
      const more = (await harvester?.(`${server.api}oai`, { metadata_prefix })) ?? [];
      expect(more.length).toBeGreaterThan(0);
    }
  });

  test('a later harvest gets what changed since: new, changed, deleted, hidden and withdrawn objects', async () => {
    const owner = { '@owner': [cast.owner.pem] };
    const { owner: sheet } = cast.sheets;
    const make = (name: string, members = {}) => saved('Competency', { name, ...owner, ...members }, sheet);
    const [changed, deleted, hidden, withdrawn] = [await make('c'), await make('d'), await make('h'), await make('w')];
    const never = await make('n', { '@reader': [cast.reader.pem] });
    const from = await nextSecond();
    const added = await make('added');
    await client.save(nextVersion(changed, { name: 'changed' }), sheet);
    const version = (await client.call(shortId(hidden))).json()['@id'] as string;
    await client.save(nextVersion(hidden, { '@reader': [cast.reader.pem] }), sheet);
    await client.save(nextVersion(withdrawn, { 'case:adoptionStatus': 'Private Draft' }), sheet);
    await client.save(nextVersion(never, { name: 'still hidden' }), sheet);
    for (const one of [deleted, never]) {
      expect((await client.call(shortId(one), { method: 'DELETE', sheet })).status).toBe(200);
    }
    const gone = [deleted, hidden, withdrawn].map(shortId).sort();
    expect(await changedSince(from)).toEqual({ live: [added, changed].map(shortId).sort(), deleted: gone });
    expect(await changedSince(from, { set: 'competencies' })).toEqual(await changedSince(from));
    expect(await changedSince(from, { set: 'frameworks' })).toEqual({ live: [], deleted: [] });
    for (const one of gone) {
      const answer = await record(one);
      expect([answer.deleted, answer.texts('//oai:metadata')]).toEqual([[one], []]);
      expect((await oai.ask({ verb: 'ListMetadataFormats', identifier: one })).error).toBe('noMetadataFormats');
    }
    expect((await record(shortId(never))).error).toBe('idDoesNotExist');
    // That it was public is no secret: everybody can still read that version.
    expect((await client.call(version)).status).toBe(200);

    const later = await nextSecond();
    await client.save(nextVersion(hidden, { name: 'shown again', '@reader': [] }, 2), sheet);
    expect(await changedSince(later)).toEqual({ live: [shortId(hidden)], deleted: [] });
    expect(await changedSince(from, { until: before(later) })).toEqual({
      live: [added, changed].map(shortId).sort(),
      deleted: [deleted, withdrawn].map(shortId).sort(),
    });
  });

  test('days are whole days', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const all = await changedSince('2000-01-01');
    expect(await changedSince(yesterday)).toEqual(all);
    expect((await changedSince(yesterday, { until: today })).live).toEqual(all.live);
    expect((await oai.ask(`verb=ListRecords&metadataPrefix=oai_dc&until=${yesterday}`)).error).toBe('noRecordsMatch');
  });

  test('a set has a framework with its competencies, and hears of their deletion', async () => {
    const set = 'framework:plumbing';
    const members = ['Pipes', 'Cut', 'Join'].map((name) => competency(name));
    const since = await changedSince('2000-01-01', { set });
    expect(since.live).toEqual([framework(), ...members].sort());
    expect((await changedSince('2000-01-01', { set: 'framework' })).live).toEqual(since.live);
    const names = namedFrameworks(server, client);
    await names.save('Doomed', ['One']);
    const from = await nextSecond();
    for (const id of [competency('One', 'Doomed'), framework('Doomed')]) await client.call(id, { method: 'DELETE' });
    const ended = await changedSince(from, { set: 'framework:doomed' });
    expect(ended).toEqual({ live: [], deleted: [competency('One', 'Doomed'), framework('Doomed')].sort() });
  });

  test('a package comes once, and again when one of its parts changes', async () => {
    const names = namedFrameworks(server, client);
    await names.save('Carpentry', ['Saw', 'Plane'], [['Saw', 'requires', 'Plane']]);
    const query = (from: string) => ({ verb: 'ListRecords', metadataPrefix: 'case', from });
    const all = idsOf(await oai.pages(query('2000-01-01')));
    expect(all.live.filter((id) => id === framework('Carpentry'))).toHaveLength(1);
    const from = await nextSecond();
    expect((await oai.ask(query(from))).error).toBe('noRecordsMatch');
    const saw = (await client.call(competency('Saw', 'Carpentry'))).json();
    await client.save({ ...saw, '@id': competency('Saw', 'Carpentry'), name: 'Saw straight' });
    const answer = await oai.ask(query(from));
    expect(answer.live).toEqual([framework('Carpentry')]);
    expect(answer.texts('//case:CFPackage').join()).toContain('Saw straight');
    const datestamp = answer.texts('//oai:datestamp');
    expect((await record(framework('Carpentry'), 'case')).texts('//oai:datestamp')).toEqual(datestamp);
    await client.call(framework('Carpentry'), { method: 'DELETE' });
    expect(await oai.ask(query(from))).toMatchObject({ live: [], deleted: [framework('Carpentry')] });
  });
});

/** The second before one. */
function before(second: string): string {
  return `${new Date(Date.parse(second) - 1000).toISOString().slice(0, 19)}Z`;
}

describe('switched off', () => {
  const { client: unlisted } = useServer({ PUBLIC_PAGES: 'false' });
  const { client: disabled } = useServer({ DISABLED_ADAPTERS: 'oai' });
  const { client: withoutCase } = useServer({ DISABLED_ADAPTERS: 'case' });

  test('there is nothing at the address, and no packages without CASE', async () => {
    expect((await unlisted.call('/api/oai?verb=Identify')).status).toBe(404);
    expect((await disabled.call('/api/oai?verb=Identify')).status).toBe(404);
    const formats = await oaiClient(withoutCase).ask('verb=ListMetadataFormats');
    expect(formats.texts('//oai:metadataPrefix')).toEqual(['oai_dc', 'rdf']);
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import {
  decryptWithSecret,
  parseEncryptedValue,
  secretsToTry,
} from '../../shared/repository/access/encrypted-value.ts';
import type { JsonObject } from '../../shared/repository/linked-data/json.ts';
import { createClient } from '../support/client.ts';
import { startServer } from '../support/server.ts';
import { type Person, person, sheet } from '../support/signer.ts';
import { guid, saveNew } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

const SERVICE = 'https://schema.cassproject.org/0.4';
const VERB = { id: 'http://adlnet.gov/expapi/verbs/passed' };
let count = 0;

const newCompetency = async (): Promise<string> => {
  const members = { '@context': SERVICE, '@type': 'Competency', '@id': `https://example.org/competency/${++count}` };
  return (await saveNew(server, client, { ...members, name: 'Welding' }))['@id'];
};

/** An activity that a CreativeWork aligns to competencies. */
async function newActivity(...competencies: readonly string[]): Promise<string> {
  const url = `https://lms.example/course/${++count}`;
  const educationalAlignment = competencies.map((targetUrl) => ({ '@type': 'AlignmentObject', targetUrl }));
  await saveNew(server, client, { '@type': 'CreativeWork', url, educationalAlignment });
  return url;
}

/** A learner who is registered with an e-mail address. */
async function newLearner(
  email = `learner-${++count}@example.org`,
): Promise<{ readonly key: Person; readonly email: string }> {
  const key = await person();
  const { fingerprint } = key.privateKey.publicKey;
  const object = { '@type': 'Person', '@id': `${server.api}data/schema.org.Person/${fingerprint}/1000`, email };
  await saveNew(server, client, { ...object, owner: [key.pem] });
  return { key, email };
}

const statementOn = (email: string, activity: string, members: object = {}) => ({
  id: randomUUID(),
  actor: { mbox: `mailto:${email}` },
  verb: VERB,
  object: { id: activity },
  result: { success: true },
  ...members,
});

const send = (statements: unknown, call = client) => call.call('/api/xapi/statements', { json: statements });

async function resultOf(statement: unknown) {
  return (await send([statement])).json()[0];
}

/** The decrypted text of a member of an assertion. */
async function opened(value: JsonObject, { privateKey }: Person): Promise<string> {
  const parsed = parseEncryptedValue(value, parsePublicKey);
  const [secret = ''] = secretsToTry(parsed, privateKey.publicKey.id);
  const text = await decryptWithSecret(secret, parsed, privateKey);
  return text.ok ? text.text : text.reason;
}

describe('A11 a statement becomes assertions', () => {
  test('X2 X8 one for each competency that its activity is aligned to, which the learner can read', async () => {
    const competencies = [await newCompetency(), await newCompetency()];
    const { key, email } = await newLearner();
    const statement = statementOn(email, await newActivity(...competencies), {
      context: { registration: randomUUID() },
      timestamp: '2024-05-01T12:00:00Z',
    });
    const result = await resultOf(statement);
    expect(result).toMatchObject({ id: statement.id, status: 'stored' });
    expect(result.assertions).toHaveLength(2);
    const [first] = result.assertions;
    expect(await client.call(`/api/data/${guid({ '@id': first })}`)).toMatchObject({ status: 404 });
    const own = await sheet(server.api, [key]);
    const assertion = (await client.call(`/api/data/${guid({ '@id': first })}`, { sheet: own })).json();
    expect(assertion).toMatchObject({ competency: competencies[0], confidence: 1, '@type': 'Assertion' });
    expect(assertion.registration).toBe((statement as { context?: { registration: string } }).context?.registration);
    expect(await opened(assertion.subject, key)).toBe(key.pem);
    expect(await opened(assertion.negative, key)).toBe('false');
    expect(await opened(assertion.assertionDate, key)).toBe(String(Date.parse('2024-05-01T12:00:00Z')));
    expect(JSON.parse(await opened(assertion.evidence[0], key))).toEqual(statement);
    const query = `registration:"${assertion.registration}"`;
    const found = await client.call(`/api/sky/repo/search?q=${encodeURIComponent(query)}`, { sheet: own });
    expect(found.json()).toHaveLength(2);
  });

  test.each<[string, object, string]>([
    ['success', { success: true }, 'false'],
    ['failure', { success: false }, 'true'],
    ['a high score', { score: { scaled: 0.85 } }, 'false'],
    ['a low score', { score: { scaled: 0.4 } }, 'true'],
    ['Pass', { response: 'Pass' }, 'false'],
    ['Fail', { response: 'Fail' }, 'true'],
  ])('X3 X5 %s is for or against', async (_what, result, negative) => {
    const { key, email } = await newLearner();
    const { assertions } = await resultOf(statementOn(email, await newCompetency(), { result }));
    const call = { sheet: await sheet(server.api, [key]) };
    const assertion = (await client.call(`/api/data/${guid({ '@id': assertions[0] })}`, call)).json();
    expect(await opened(assertion.negative, key)).toBe(negative);
  });

  test('X7 on a competency that the activity is, or that its moreInfo leads to, without a CreativeWork', async () => {
    const competency = await newCompetency();
    const { email } = await newLearner();
    expect((await resultOf(statementOn(email, competency))).assertions).toHaveLength(1);
    const byScore = statementOn(email, competency, { result: { score: { scaled: 0.9 } } });
    expect((await resultOf(byScore)).assertions).toHaveLength(1);
    const object = { id: `https://lms.example/${++count}`, definition: { moreInfo: competency } };
    expect((await resultOf(statementOn(email, '', { object }))).assertions).toHaveLength(1);
    for (const url of [competency, object.id]) {
      expect((await client.call(`/api/sky/repo/search?q=${encodeURIComponent(`url:"${url}"`)}`)).json()).toEqual([]);
    }
  });

  test('X4 an unknown activity becomes a CreativeWork; aligned later, the next statement counts', async () => {
    const { email } = await newLearner();
    const id = `https://lms.example/new/${++count}`;
    const object = { id, definition: { name: { de: 'Neu', 'en-US': 'New' }, description: { en: 'A new one' } } };
    expect(await resultOf(statementOn(email, id, { object }))).toMatchObject({ status: 'ignored', assertions: [] });
    const query = encodeURIComponent(`url:"${id}"`);
    const [work] = (await client.call(`/api/sky/repo/search?q=${query}`)).json();
    expect(work).toMatchObject({ '@type': 'CreativeWork', url: id, name: 'New', description: 'A new one' });
    expect(work.educationalAlignment).toBeUndefined();
    const alignment = { '@type': 'CreativeWork', url: id, educationalAlignment: { targetUrl: await newCompetency() } };
    await saveNew(server, client, alignment);
    expect(await resultOf(statementOn(email, id))).toMatchObject({ status: 'stored' });
  });

  test('the CreativeWork of an activity has the id that existing clients look for', async () => {
    await resultOf(statementOn('somebody@example.org', 'https://lms.example/course/7'));
    const work = await client.call('/api/data/schema.org.CreativeWork/11b06db01fa97aa42dbbfa9d274c64a2');
    expect(work.json()).toMatchObject({ url: 'https://lms.example/course/7' });
  });

  test('X8 of an authenticated sender the authority is the agent where there is no other, and an owner', async () => {
    const [authority, instructor] = await Promise.all([newLearner(), newLearner()]);
    const { email } = await newLearner();
    const ofAuthority = { authority: { mbox: `mailto:${authority.email}` } };
    const read = async (statement: object, call: object) => {
      const answer = await client.call('/api/xapi/statements', { json: [statement], ...call });
      const path = `/api/data/${guid({ '@id': answer.json()[0].assertions[0] })}`;
      return (await client.call(path, { sheet: cast.sheets.admin })).json();
    };
    const sender = { sheet: cast.sheets.owner };
    const competency = await newCompetency();
    const believed = await read(statementOn(email, competency, ofAuthority), sender);
    expect(await opened(believed.agent, authority.key)).toBe(authority.key.pem);
    expect(believed.owner).toContain(authority.key.pem);
    const context = { instructor: { mbox: `mailto:${instructor.email}` } };
    const instructed = await read(statementOn(email, competency, { ...ofAuthority, context }), sender);
    expect(await opened(instructed.agent, instructor.key)).toBe(instructor.key.pem);
    const anonymous = await read(statementOn(email, competency, ofAuthority), {});
    expect(anonymous.owner).not.toContain(authority.key.pem);
  });

  test('X6 nothing comes of a statement without result, or about what is not an activity', async () => {
    const { email } = await newLearner();
    const statement = { ...statementOn(email, await newCompetency()), result: undefined };
    const sent = await client.call('/api/xapi/statement', { form: { anything: JSON.stringify(statement) } });
    expect([sent.status, sent.json()[0].status]).toEqual([200, 'ignored']);
    const object = { objectType: 'Agent', mbox: 'mailto:x@example.org' };
    expect(await resultOf(statementOn(email, '', { object }))).toMatchObject({ status: 'ignored' });
    expect((await client.call('/api/xapi/statement', { form: { '': '' } })).json()).toEqual([]);
  });

  test('X8 the agent is the context agent, then the instructor; both are owners, a context group is not', async () => {
    const [agent, instructor, inGroup] = await Promise.all([newLearner(), newLearner(), newLearner()]);
    const mbox = (email: string) => ({ mbox: `mailto:${email}` });
    const context = {
      contextAgents: [{ objectType: 'contextAgent', agent: mbox(agent.email) }],
      contextGroups: [{ objectType: 'contextGroup', group: { objectType: 'Group', member: [mbox(inGroup.email)] } }],
      instructor: mbox(instructor.email),
    };
    const { email } = await newLearner();
    const { assertions } = await resultOf(statementOn(email, await newCompetency(), { context }));
    const call = { sheet: await sheet(server.api, [agent.key]) };
    const assertion = (await client.call(`/api/data/${guid({ '@id': assertions[0] })}`, call)).json();
    expect(await opened(assertion.agent, agent.key)).toBe(agent.key.pem);
    expect(assertion.owner).toEqual(expect.arrayContaining([agent.key.pem, instructor.key.pem]));
    expect(assertion.owner).not.toContain(inGroup.key.pem);
  });
});

test('A11 X1 the profile of the learner has the evidence, for and against', async () => {
  const competency = await newCompetency();
  const { key, email } = await newLearner();
  const members = { '@context': SERVICE, '@type': 'Framework', competency: [competency] };
  const framework = await saveNew(server, client, { ...members, relation: [] });
  const profile = async () => {
    const query = new URLSearchParams({ frameworkId: framework['@id'], subject: key.pem });
    const answer = await client.call(`/api/profile/latest?${query}`, { sheet: await sheet(server.api, [key]) });
    return JSON.stringify(answer.json());
  };
  expect(await profile()).toContain('"hasPositiveEvidence":false');
  await resultOf(statementOn(email, competency));
  expect(await profile()).toContain('"hasPositiveEvidence":true');
  expect(await profile()).not.toContain('"hasNegativeEvidence":true');
  await resultOf(statementOn(email, competency, { result: { success: false } }));
  expect(await profile()).toContain('"hasNegativeEvidence":true');
});

describe('statements never change', () => {
  test('the same again changes nothing; with other contents it is 409, in a batch rejected', async () => {
    const { key, email } = await newLearner();
    const statement = statementOn(email, await newCompetency());
    const first = await resultOf(statement);
    const path = `/api/data/${guid({ '@id': first.assertions[0] })}`;
    const call = { sheet: await sheet(server.api, [key]) };
    const before = (await client.call(path, call)).json();
    expect(await resultOf({ ...statement, stored: '2030-01-01T00:00:00Z' })).toEqual(first);
    const other = { ...statement, result: { success: false } };
    expect((await send(other)).status).toBe(409);
    expect((await send([other, statementOn(email, await newCompetency())])).json()).toMatchObject([
      { id: statement.id, status: 'rejected' },
      { status: 'stored' },
    ]);
    expect((await client.call(path, call)).json()).toEqual(before);
  });

  test('of several that arrive together with one id and other contents, one counts', async () => {
    const { email } = await newLearner();
    const statement = statementOn(email, await newCompetency());
    const all = Array.from({ length: 6 }, (_, index) => ({ ...statement, result: { success: index % 2 === 0 } }));
    const statuses = await Promise.all(all.map(async (one) => (await send([one])).status));
    const accepted = statuses.indexOf(200) % 2;
    expect(statuses).toEqual(all.map((_, index) => (index % 2 === accepted ? 200 : 409)));
  });

  test('one that is voided in the same request is withdrawn', async () => {
    const { email } = await newLearner();
    const statement = statementOn(email, await newCompetency());
    const voiding = {
      ...statementOn(email, '', { verb: { id: 'http://adlnet.gov/expapi/verbs/voided' }, result: undefined }),
      object: { objectType: 'StatementRef', id: statement.id },
    };
    const [voided, taken] = (await send([voiding, statement])).json();
    expect(voided).toMatchObject({ status: 'stored', assertions: taken.assertions });
    expect(await resultOf(statement)).toMatchObject({ status: 'ignored' });
  });

  test('a voided one is withdrawn, and stays so', async () => {
    const { key, email } = await newLearner();
    const statement = statementOn(email, await newCompetency());
    const { assertions } = await resultOf(statement);
    const voiding = { verb: { id: 'http://adlnet.gov/expapi/verbs/voided' }, result: undefined };
    const object = { objectType: 'StatementRef', id: statement.id };
    expect(await resultOf(statementOn(email, '', { ...voiding, object }))).toMatchObject({
      status: 'stored',
      assertions,
    });
    const call = { sheet: await sheet(server.api, [key]) };
    expect((await client.call(`/api/data/${guid({ '@id': assertions[0] })}`, call)).status).toBe(404);
    expect(await resultOf(statement)).toMatchObject({ status: 'ignored', reason: expect.stringContaining('voided') });
  });
});

describe('what others have stored does not hold up statements', () => {
  const voiding = (email: string, id: string) => ({
    ...statementOn(email, '', { verb: { id: 'http://adlnet.gov/expapi/verbs/voided' }, result: undefined }),
    object: { objectType: 'StatementRef', id },
  });

  test('a voided one is withdrawn though another has stored an assertion with its identifier', async () => {
    const { key, email } = await newLearner();
    const statement = statementOn(email, await newCompetency());
    const other = { '@context': SERVICE, '@type': 'Assertion', identifier: statement.id, owner: [key.pem] };
    await saveNew(server, client, other);
    expect(await resultOf(voiding(email, statement.id))).toMatchObject({ status: 'ignored' });
    const { assertions } = await resultOf(statement);
    expect(await resultOf(voiding(email, statement.id))).toMatchObject({ status: 'stored', assertions });
  });

  test('one about an activity is judged though the id of its CreativeWork was another owner’s', async () => {
    const { key, email } = await newLearner();
    const activity = `https://lms.example/course/${++count}`;
    const name = createHash('md5').update(activity).digest('hex');
    const id = `${server.api}data/schema.org.CreativeWork/${name}`;
    const call = { sheet: await sheet(server.api, [key]) };
    const work = { '@context': 'https://schema.org/', '@type': 'CreativeWork', '@id': `${id}/1000`, owner: [key.pem] };
    expect((await client.call(`/api/data/schema.org.CreativeWork/${name}/1000`, { json: work, ...call })).status).toBe(
      200,
    );
    const path = `/api/data/schema.org.CreativeWork/${name}`;
    expect((await client.call(path, { method: 'DELETE', ...call })).status).toBe(200);
    const [first, second] = (
      await send([statementOn(email, activity), statementOn(email, await newCompetency())])
    ).json();
    expect(first).toMatchObject({ status: 'ignored', reason: expect.stringContaining('not aligned') });
    expect(second).toMatchObject({ status: 'stored' });
  });
});

describe('people', () => {
  const keysIn = async (statement: object): Promise<readonly string[]> => {
    const { assertions } = await resultOf(statement);
    const path = `/api/data/${guid({ '@id': assertions[0] })}`;
    return (await client.call(path, { sheet: cast.sheets.admin })).json().reader;
  };

  test('are found by their whole address, in any case, and nobody by registering with the same', async () => {
    const { key, email } = await newLearner();
    await newLearner(`anna-${email}`);
    await newLearner(email);
    const readers = await keysIn(statementOn(email.toUpperCase(), await newCompetency()));
    expect(readers[0]).toBe(key.pem);
    expect(readers.slice(1)).toEqual([(await client.call('/api/profile/pk')).text]);
  });

  test('are found by the digest of their mailbox', async () => {
    const { key, email } = await newLearner(`Learner-${++count}@example.org`);
    const digest = (address: string) => createHash('sha1').update(`mailto:${address}`).digest('hex');
    const competency = await newCompetency();
    for (const address of [email, email.toLowerCase()]) {
      const actor = { mbox_sha1sum: digest(address).toUpperCase() };
      expect((await keysIn(statementOn('', competency, { actor })))[0]).toBe(key.pem);
    }
  });

  test('who are not registered get one record each, also of statements that arrive together, which is not public', async () => {
    const email = `new-${++count}@example.org`;
    const competency = await newCompetency();
    const all = await Promise.all(Array.from({ length: 5 }, () => keysIn(statementOn(email, competency))));
    expect(new Set(all.map(String)).size).toBe(1);
    const [key = ''] = all[0] ?? [];
    const path = `/api/data/schema.org.Person/${parsePublicKey(key).fingerprint}`;
    expect((await client.call(path)).status).toBe(404);
    expect((await client.call(path, { sheet: cast.sheets.admin })).json()).toMatchObject({ email, '@type': 'Person' });
  });

  test('who are new are one person each at two instances', async () => {
    const second = await startServer({ SVC_LOOPBACK: server.api }, server.directory);
    onTestFinished(() => second.stop());
    const competency = await newCompetency();
    for (let round = 0; round < 3; round++) {
      const email = `new-${++count}@example.org`;
      const answers = await Promise.all(
        [server, second, server, second].map((instance) => {
          return send([statementOn(email, competency)], createClient(instance));
        }),
      );
      const keys = answers.map(async (answer) => {
        const path = `/api/data/${guid({ '@id': answer.json()[0].assertions[0] })}`;
        return (await client.call(path, { sheet: cast.sheets.admin })).json().reader;
      });
      expect(new Set((await Promise.all(keys)).map(String)).size).toBe(1);
    }
  });

  test('who are new are at most 50 in a request; the others are taken when they are sent again', async () => {
    const competency = await newCompetency();
    const statements = Array.from({ length: 52 }, () => statementOn(`new-${++count}@example.org`, competency));
    const results = (await send(statements)).json() as { status: string; reason?: string }[];
    const rejected = results.flatMap(({ status }, index) => (status === 'rejected' ? [statements[index]] : []));
    expect(rejected).toHaveLength(2);
    expect(results.find(({ status }) => status === 'rejected')?.reason).toContain('send this statement again');
    expect((await send(rejected)).json()).toMatchObject([{ status: 'stored' }, { status: 'stored' }]);
  });

  test('of a group all read the assertion on every competency', async () => {
    const [one, other] = [await newLearner(), await newLearner()];
    const member = [one, other].map(({ email }) => ({ mbox: `mailto:${email}` }));
    const activity = await newActivity(await newCompetency(), await newCompetency());
    const { assertions } = await resultOf(statementOn('', activity, { actor: { objectType: 'Group', member } }));
    expect(assertions).toHaveLength(2);
    for (const id of assertions) {
      const call = { sheet: cast.sheets.admin };
      const { reader } = (await client.call(`/api/data/${guid({ '@id': id })}`, call)).json();
      expect(reader).toEqual(expect.arrayContaining([one.key.pem, other.key.pem]));
    }
  });
});

describe('statements as record stores and authoring tools send them', () => {
  const mixed = (parts: readonly string[], boundary = 'abcABC0123') => ({
    headers: { 'content-type': `multipart/mixed; boundary="${boundary}"` },
    body: `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--foobar`,
  });
  const JSON_PART = 'Content-Type:application/json\r\n\r\n';
  const ATTACHMENT =
    'Content-Type: text/plain\r\nContent-Transfer-Encoding: binary\r\nX-Experience-API-Hash: 495395e7\r\n\r\nx';
  const post = (content: object) => client.call('/api/xapi/statements', { method: 'POST', ...content });

  test.each([
    ['without attachments', [], 'abcABC0123'],
    ['with attachments', [ATTACHMENT, ATTACHMENT], 'abcABC0123'],
    ['with a boundary of other characters', [], '++++++'],
  ])('in the first part of multipart/mixed, %s', async (_what, others, boundary) => {
    const { email } = await newLearner();
    const statement = statementOn(email, await newCompetency());
    const answer = await post(mixed([`${JSON_PART}${JSON.stringify([statement])}`, ...others], boundary));
    expect(answer.json()).toMatchObject([{ id: statement.id, status: 'stored' }]);
  });

  test('multipart/mixed whose first part is something else, or that is cut off, is refused; with names it is a form', async () => {
    const { email } = await newLearner();
    const statement = JSON.stringify(statementOn(email, await newCompetency()));
    expect(await post(mixed([ATTACHMENT, `${JSON_PART}${statement}`]))).toMatchObject({ status: 400 });
    const { headers, body } = mixed([`${JSON_PART}${statement}`]);
    expect(await post({ headers, body: body.slice(0, -20) })).toMatchObject({ status: 400 });
    const named = await post(mixed([`Content-Disposition: form-data; NAME="statement"\r\n\r\n${statement}`]));
    expect(named.json()).toMatchObject([{ status: 'stored' }]);
  });

  test('one by PUT, under the id of the address', async () => {
    const { email } = await newLearner();
    const { id, ...rest } = statementOn(email, await newCompetency());
    const path = `/api/xapi/statements?statementId=${id}`;
    const put = (json: unknown, to = path) => client.call(to, { method: 'PUT', json });
    const assertions = async () =>
      (await client.call(`/api/sky/repo/search?q=identifier:"${id}"`, { sheet: cast.sheets.admin })).json();
    expect(await put(rest)).toMatchObject({ status: 204, text: '' });
    expect(await assertions()).toHaveLength(1);
    expect((await put({ ...rest, id: id.toUpperCase() })).status).toBe(204);
    expect((await put({ ...rest, result: { success: false } })).status).toBe(409);
    expect((await put({ ...rest, id: randomUUID() })).status).toBe(400);
    expect((await put([rest, rest])).status).toBe(400);
    expect((await put({ ...rest, actor: {} })).status).toBe(400);
    expect((await put(rest, '/api/xapi/statements')).status).toBe(400);
    expect(await assertions()).toHaveLength(1);
  });

  test('in the alternate syntax, where the form has the statement, its id and the headers', async () => {
    const { email } = await newLearner();
    const { id: statementId, ...rest } = statementOn(email, await newCompetency());
    const form = { 'X-Experience-API-Version': '1.0.3', 'Content-Type': 'application/json' };
    const send = (method: string, fields: Record<string, string>) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams({ ...form, ...fields }).toString();
      return client.call(`/api/xapi/statements?method=${method}`, { method: 'POST', headers, body });
    };
    expect((await send('PUT', { statementId, content: JSON.stringify(rest) })).status).toBe(204);
    const again = await send('POST', { content: JSON.stringify([{ ...rest, id: statementId }]) });
    expect(again.json()).toMatchObject([{ id: statementId, status: 'stored' }]);
    expect(await send('GET', { statementId })).toMatchObject({ status: 400, text: expect.stringContaining('method') });
  });

  test('with a context group among the context agents, which is skipped', async () => {
    const [instructor, learner] = [await newLearner(), await newLearner()];
    const context = {
      contextAgents: [{ objectType: 'contextGroup', group: { objectType: 'Group', member: [] } }],
      instructor: { mbox: `mailto:${instructor.email}` },
    };
    const { assertions } = await resultOf(statementOn(learner.email, await newCompetency(), { context }));
    const call = { sheet: await sheet(server.api, [instructor.key]) };
    const assertion = (await client.call(`/api/data/${guid({ '@id': assertions[0] })}`, call)).json();
    expect(await opened(assertion.agent, instructor.key)).toBe(instructor.key.pem);
  });

  test('dated without a zone: the time is that of UTC', async () => {
    const { key, email } = await newLearner();
    const timestamp = '2015-07-01 00:00:00.0000000';
    const { assertions } = await resultOf(statementOn(email, await newCompetency(), { timestamp }));
    const call = { sheet: await sheet(server.api, [key]) };
    const assertion = (await client.call(`/api/data/${guid({ '@id': assertions[0] })}`, call)).json();
    expect(await opened(assertion.assertionDate, key)).toBe(String(Date.UTC(2015, 6, 1)));
  });
});

describe('C10 malformed statements', () => {
  test('are refused alone, and harm no other in a batch', async () => {
    const { email } = await newLearner();
    expect((await send({ actor: {} })).json()).toMatchObject({ status: 400, where: expect.stringContaining('/') });
    const bad = [null, 7, 'x', {}, [], { actor: { objectType: 'Group' } }];
    const results = (await send([...bad, statementOn(email, await newCompetency())])).json();
    expect(results.map(({ status }: { status: string }) => status)).toEqual([...Array(5).fill('rejected'), 'stored']);
    expect(results[5]).toBeDefined();
    for (const body of ['{', '[1', '\u0000']) {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      expect((await client.call('/api/xapi/statement', { body, headers })).status).toBe(400);
    }
    expect((await client.call('/api/ping')).status).toBe(200);
  });
});

test('who may send statements: a key, a value of Authorization, or nobody else', async () => {
  const authorization = 'Basic bG1zOnNlY3JldA==';
  const closed = await startServer({ XAPI_INGEST_AUTH: authorization });
  const own = createClient(closed);
  const alternate = (fields: Record<string, string>) =>
    own.call('/api/xapi/statements?method=POST', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ content: JSON.stringify([statement]), ...fields }).toString(),
    });
  const statement = { actor: { mbox: 'mailto:a@example.org' }, verb: VERB, object: { id: 'https://a.example/' } };
  const call = (headers: Record<string, string>, signed?: string) =>
    own.call('/api/xapi/statement', { json: statement, headers, ...(signed !== undefined && { sheet: signed }) });
  const refused = await call({});
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="xAPI"']);
  expect((await call({ authorization: 'Basic eDp5' })).status).toBe(401);
  expect((await call({ authorization })).status).toBe(200);
  expect((await call({}, await sheet(closed.api, [await person()]))).status).toBe(200);
  expect((await alternate({ Authorization: authorization })).status).toBe(200);
  expect((await alternate({ Authorization: 'Basic eDp5' })).status).toBe(401);
  await closed.dispose();
});

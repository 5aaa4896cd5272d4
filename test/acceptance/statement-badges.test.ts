import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { verifyProofOf } from '../support/badges.ts';
import { adminOf } from '../support/cast.ts';
import type { Call } from '../support/client.ts';
import { type Person, person, sheet } from '../support/signer.ts';
import { guid, saveNew } from '../support/things.ts';
import { useServer } from '../support/use-server.ts';

const AUTHORIZATION = 'Basic bG1zOnNlY3JldA==';
const { server, client } = useServer({
  XAPI_INGEST_AUTH: AUTHORIZATION,
  BADGE_AUTHORS: 'agent',
  BADGE_ISSUER_NAME: 'Example School',
  BADGE_EMAIL: 'badges@school.example',
});

const SERVICE = 'https://schema.cassproject.org/0.4';
const VOIDED = { id: 'http://adlnet.gov/expapi/verbs/voided' };
const LMS = { headers: { authorization: AUTHORIZATION } };
let count = 0;

const newCompetency = async (): Promise<string> => {
  const members = { '@context': SERVICE, '@type': 'Competency', '@id': `https://example.org/competency/${++count}` };
  return (await saveNew(server, client, { ...members, name: 'Welding' }))['@id'];
};
const newAddress = () => `learner-${++count}@example.org`;
const statementOn = (email: string, id: string, members: object = {}) => ({
  id: randomUUID(),
  actor: { mbox: `mailto:${email}` },
  verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
  object: { id },
  result: { success: true },
  ...members,
});
/** The result of a statement whose sender asks for a badge. */
async function send(statement: object, options: Call = LMS, query = '?badge=true') {
  return (await client.call(`/api/xapi/statements${query}`, { json: [statement], ...options })).json()[0];
}
/** A teacher who is registered. */
async function newTeacher(): Promise<{ readonly key: Person; readonly mbox: string }> {
  const [key, email] = [await person(), `teacher-${++count}@school.example`];
  const id = `${server.api}data/schema.org.Person/${key.privateKey.publicKey.fingerprint}/1000`;
  await saveNew(server, client, { '@type': 'Person', '@id': id, email, name: 'Ada Teacher', owner: [key.pem] });
  return { key, mbox: `mailto:${email}` };
}

describe('A11 C13 a statement becomes a badge at once', () => {
  test('statement in, assertion, profile, badge, verified by another implementation, withdrawn', async () => {
    const competency = await newCompetency();
    const members = { '@context': SERVICE, '@type': 'Framework', competency: [competency], relation: [] };
    const framework = await saveNew(server, client, members);
    const key = await person();
    const email = newAddress();
    const id = `${server.api}data/schema.org.Person/${key.privateKey.publicKey.fingerprint}/1000`;
    const reader = [key.pem, (await client.call('/api/xapi/pk')).text]; // only who takes statements finds the learner
    const own = await sheet(server.api, [key]);
    const record = { '@context': 'http://schema.org/', '@type': 'Person', '@id': id, email, owner: [key.pem], reader };
    await client.save(record, own);

    const statement = statementOn(email, competency);
    const result = await send(statement);
    const [assertion = ''] = result.assertions;
    const name = guid({ '@id': assertion });
    expect(result).toMatchObject({ status: 'stored', badges: [`${server.api}badge/assertion/${name}`] });

    const query = new URLSearchParams({ frameworkId: framework['@id'], subject: key.pem });
    const profile = await client.call(`/api/profile/latest?${query}`, { sheet: own });
    expect(profile.text).toContain('"hasPositiveEvidence":true');

    const badge = (await client.call(`/api/badge/assertion/${name}`)).json();
    expect(badge).toMatchObject({ type: 'Assertion', recipient: { type: 'email', hashed: true } });
    expect(JSON.stringify(badge)).not.toContain(email);
    const verify = async (json: object) => (await client.call('/api/badge/verify', { json })).json();
    expect(await verify({ credential: result.badges[0], recipient: email })).toMatchObject({ verified: true });

    const credential = (await client.call(`/api/badge/v3/credential/${name}`)).json();
    expect(credential.credentialSubject).toMatchObject({ achievement: { name: 'Welding' } });
    expect(credential.credentialSubject.source).toMatchObject({ name: 'Example School' });
    const verified = await verifyProofOf(client, credential);
    expect(verified.error).toBeUndefined();
    expect(verified.verified).toBe(true);

    expect(await send(statement)).toEqual(result);
    const voiding = { verb: VOIDED, result: undefined, object: { objectType: 'StatementRef', id: statement.id } };
    await send(statementOn(email, '', voiding));
    expect(await client.call(`/api/badge/assertion/${name}`)).toMatchObject({ status: 410 });
  });

  test('the record of a learner who is not registered stays private', async () => {
    const email = newAddress();
    const { badges, assertions } = await send(statementOn(email, await newCompetency()));
    expect((await client.call(badges[0])).json().recipient).toMatchObject({ type: 'email' });
    const call = { sheet: await sheet(server.api, [await adminOf(server)]) };
    const { reader } = (await client.call(`/api/data/${guid({ '@id': assertions[0] })}`, call)).json();
    const { fingerprint } = parsePublicKey(reader[0]);
    expect((await client.call(`/api/data/schema.org.Person/${fingerprint}`, call)).json()).toMatchObject({ email });
    for (const path of [`data/schema.org.Person/${fingerprint}`, `badge/profile/${fingerprint}`]) {
      expect((await client.call(`/api/${path}`)).status).toBe(404);
    }
  });

  test('in the name of an instructor, registered or not', async () => {
    const { mbox } = await newTeacher();
    for (const one of [mbox, `mailto:unregistered-${++count}@school.example`]) {
      const context = { instructor: { mbox: one, name: 'Ada Teacher' } };
      const { badges } = await send(statementOn(newAddress(), await newCompetency(), { context }));
      const badge = (await client.call(badges[0])).json();
      const { issuer } = (await client.call(badge.badge)).json();
      expect((await client.call(issuer)).json()).toMatchObject({ name: 'Ada Teacher', email: one.slice(7) });
    }
  });
});

describe('a statement becomes no badge', () => {
  test.each<[string, object]>([
    ['that is negative', { result: { success: false } }],
    ['about a learner with an account only', { actor: { account: { homePage: 'https://lms.example', name: 'x' } } }],
    ['about a group', { actor: { objectType: 'Group', member: [{ mbox: 'mailto:a@x.example' }] } }],
  ])('%s', async (_what, members) => {
    const { assertions, badges } = await send(statementOn(newAddress(), await newCompetency(), members));
    expect(badges).toBeUndefined();
    const name = guid({ '@id': assertions[0] });
    expect((await client.call(`/api/badge/assertion/${name}`)).status).toBe(404);
  });

  test('unless its sender asks for it', async () => {
    const statement = statementOn(newAddress(), await newCompetency());
    const { assertions, badges } = await send(statement, LMS, '');
    expect(badges).toBeUndefined();
    expect((await client.call(`/api/badge/assertion/${guid({ '@id': assertions[0] })}`)).status).toBe(404);
    const answer = await client.call('/api/xapi/statements?badge=yes', { json: [statement], ...LMS });
    expect(answer.json()).toMatchObject({ status: 400, where: 'badge' });
  });

  test('in the name of another than its sender, whom only a key proves', async () => {
    const [teacher, stranger] = [await newTeacher(), await person()];
    const members = { context: { instructor: { mbox: teacher.mbox } } };
    const competency = await newCompetency();
    const by = async (key: Person) => ({ sheet: await sheet(server.api, [key]) });
    const forged = await send(statementOn(newAddress(), competency, members), await by(stranger));
    expect(forged).toMatchObject({ status: 'stored', reason: expect.stringContaining('key of its agent') });
    expect(forged.badges).toBeUndefined();
    const unnamed = await send(statementOn(newAddress(), competency), await by(stranger));
    expect(unnamed.badges).toBeUndefined();
    const own = await send(statementOn(newAddress(), competency, members), await by(teacher.key));
    expect((await client.call(own.badges[0])).status).toBe(200);
  });
});

import { beforeAll, expect, it } from 'vitest';
import { loadClient, managerOf, newIdentity, shortIds, useSession } from './client.ts';
import type { Assertion, Competency, Identity, IdentityManager } from './client-types.ts';

const client = loadClient();
const { EcAssertion, EcCompetency, EcRepository } = client;
const session = useSession(client);

const NOW = 1_750_000_000_000;
const EVIDENCE = ['https://elsewhere.example/exam/7', '{"score": 0.93}', 'Seen at the harbour, née Größe €'];

let competency: Competency;
let subject: Identity;
let subjects: IdentityManager;
let stranger: IdentityManager;

beforeAll(async () => {
  const { repo, me } = session();
  subject = await newIdentity(client, 'Subject');
  subjects = managerOf(client, subject);
  stranger = managerOf(client, await newIdentity(client, 'Stranger'));
  competency = new EcCompetency();
  competency.generateId(repo.selectedServer);
  competency.addOwner(me.ppk.toPk());
  competency.setName('Tie a bowline');
  await competency.save(null, null, repo);
});

/** An assertion by the current user that the subject has the competency. */
async function assertion(): Promise<Assertion> {
  const { repo, me } = session();
  const made = new EcAssertion();
  made.generateId(repo.selectedServer);
  made.addOwner(me.ppk.toPk());
  made.setCompetency(competency.shortId());
  made.setConfidence(0.75);
  await made.setSubject(subject.ppk.toPk());
  await made.setAgent(me.ppk.toPk());
  await made.setAssertionDate(NOW);
  await made.setExpirationDate(NOW + 1000);
  await made.setNegative(true);
  await made.setDecayFunction('t');
  await made.setEvidence(EVIDENCE);
  return made;
}

it('H10 owner and subject of an assertion read its encrypted fields', async () => {
  const { repo, me } = session();
  const made = await assertion();
  await made.save(null, null, repo);
  for (const eim of [undefined, subjects]) {
    const found = await EcAssertion.get(made.shortId(), null, null, repo, eim);
    if (found === null) throw new Error('The assertion is not there.');
    expect((await found.getSubject(eim))?.toPem()).toBe(subject.ppk.toPk().toPem());
    expect((await found.getAgent(eim))?.toPem()).toBe(me.ppk.toPk().toPem());
    expect(await found.getAssertionDate(eim)).toBe(NOW);
    expect(await found.getExpirationDate(eim)).toBe(NOW + 1000);
    expect(await found.getNegative(eim)).toBe(true);
    expect(await found.getDecayFunction(eim)).toBe('t');
    expect(found.getEvidenceCount()).toBe(EVIDENCE.length);
    expect(await Promise.all(EVIDENCE.map((_, index) => found.getEvidence(index, eim)))).toEqual(EVIDENCE);
    expect(found.competency).toBe(competency.shortId());
    expect(found.confidence).toBe(0.75);
  }
});

it('H10 a stranger sees that there is an assertion, and none of its encrypted fields', async () => {
  const { repo } = session();
  const made = await assertion();
  await made.save(null, null, repo);
  const found = await EcAssertion.get(made.shortId(), null, null, repo, stranger);
  if (found === null) throw new Error('The assertion is not there.');
  expect(found.competency).toBe(competency.shortId());
  for (const field of ['subject', 'agent', 'assertionDate', 'expirationDate', 'negative', 'decayFunction']) {
    expect(found[field] ?? null, field).toBeNull();
  }
  expect(found.getEvidenceCount()).toBe(0);
  expect(await found.getSubject(stranger)).toBeNull();
});

it('H10 assertions are found by competency', async () => {
  const { repo } = session();
  const made = await assertion();
  await made.save(null, null, repo);
  expect(shortIds(await EcAssertion.search(repo, `competency:"${competency.shortId()}"`))).toContain(made.shortId());
  const query = new EcAssertion().getSearchStringByTypeAndCompetency(competency);
  expect(shortIds(await repo.searchWithParams(query, { size: 100 }))).toContain(made.shortId());
  expect(await EcAssertion.search(repo, 'competency:"https://elsewhere.example/none"')).toEqual([]);
});

it('H10 the subject finds the assertions about her, and other callers do not find them by her key', async () => {
  const { repo } = session();
  const made = await assertion();
  await made.save(null, null, repo);
  const about = `\\*reader:"${subject.ppk.toPk().toPem()}"`;
  const params = { size: 100 };
  const hers = await EcAssertion.search(repo, about, null, null, { ...params }, subjects);
  expect(shortIds(hers)).toContain(made.shortId());
  expect(await EcAssertion.search(repo, about, null, null, { ...params }, stranger)).toEqual([]);
});

it('H10 search does not find encrypted parts of an assertion', async () => {
  const { repo } = session();
  const made = await assertion();
  await made.save(null, null, repo);
  const payload = (made.agent as Record<string, string>).payload ?? '';
  for (const eim of [undefined, subjects, stranger]) {
    const found = await repo.search(`@id:"${made.shortId()}" AND "${payload}"`, null, null, null, eim);
    expect(found).toEqual([]);
  }
});

it('H10 an assertion with readers is null for a stranger as a whole', async () => {
  const { repo } = session();
  const made = await assertion();
  await made.addReader(subject.ppk.toPk());
  await made.save(null, null, repo);
  expect(await EcAssertion.get(made.shortId(), null, null, repo, stranger)).toBeNull();
  const found = await EcAssertion.get(made.shortId(), null, null, repo, subjects);
  expect(await found?.getAssertionDate(subjects)).toBe(NOW);
});

it('H10 assertions in a batch are read back by the subject with all fields', async () => {
  const { repo } = session();
  const batch = [await assertion(), await assertion(), await assertion()];
  await repo.multiput(batch);
  const found = await repo.multiget(
    batch.map((made) => made.shortId()),
    null,
    null,
    subjects,
  );
  expect(found.length).toBe(3);
  for (const one of found) {
    const read = new EcAssertion().copyFrom(one) as Assertion;
    expect((await read.getSubject(subjects))?.toPem()).toBe(subject.ppk.toPk().toPem());
  }
});

it('H10 saving an assertion as its owner read it keeps every field', async () => {
  const { repo } = session();
  const made = await assertion();
  await made.save(null, null, repo);
  const read = await EcAssertion.get(made.shortId(), null, null, repo);
  if (read === null) throw new Error('The assertion is not there.');
  read.setConfidence(1);
  await read.save(null, null, repo);
  const again = await EcAssertion.get(made.shortId(), null, null, repo, subjects);
  expect(again?.confidence).toBe(1);
  expect(await again?.getEvidence(2, subjects)).toBe(EVIDENCE[2]);
  expect((await EcRepository.history(made.shortId(), repo))?.length).toBe(2);
});

it('H10 the learner reads the encrypted fields of an assertion that the service made of an xAPI statement', async () => {
  const { repo } = session();
  const email = `${crypto.randomUUID()}@example.org`;
  const send = async (path: string, body: object) => {
    const signatureSheet = await subjects.signatureSheet(60_000, repo.selectedServer, null, null, 'SHA-256');
    const headers = { 'content-type': 'application/json', signatureSheet };
    const answer = await fetch(`${repo.selectedServer}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const pk = subject.ppk.toPk();
  const id = `${repo.selectedServer}data/schema.org.Person/${pk.fingerprint()}/1000`;
  const record = { '@context': 'http://schema.org/', '@type': 'Person', '@id': id, email, owner: [pk.toPem()] };
  await send(`data/schema.org.Person/${pk.fingerprint()}`, record);
  const statement = {
    id: crypto.randomUUID(),
    actor: { mbox: `mailto:${email}`, name: 'née Größe €' },
    verb: { id: 'http://adlnet.gov/expapi/verbs/failed' },
    object: { id: competency.shortId() },
    result: { success: false },
    timestamp: new Date(NOW).toISOString(),
  };
  const [{ assertions }] = await send('xapi/statements', [statement]);
  const found = await EcAssertion.get(assertions[0], null, null, repo, subjects);
  if (found === null) throw new Error('The assertion is not there.');
  expect((await found.getSubject(subjects))?.toPem()).toBe(pk.toPem());
  expect((await found.getAgent(subjects))?.toPem()).toBe(await (await fetch(`${repo.selectedServer}xapi/pk`)).text());
  expect(await found.getAssertionDate(subjects)).toBe(NOW);
  expect(await found.getNegative(subjects)).toBe(true);
  expect(JSON.parse((await found.getEvidence(0, subjects)) ?? '')).toEqual(statement);
});

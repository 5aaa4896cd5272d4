import { beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../support/client.ts';
import { askForProfile } from '../support/profile-client.ts';
import { useBrowserWorker, useNodeWorker } from './browser-worker.ts';
import { loadClient, managerOf, newIdentity, useSession } from './client.ts';
import type { Assertion, Competency, Framework, Identity, IdentityManager, Key } from './client-types.ts';

const client = loadClient();
const { EcAlignment, EcAssertion, EcCompetency, EcEncryptedValue, EcFramework, EcPerson, EcPk } = client;
const session = useSession(client);

const DATE = 1_750_000_000_000;

let service: Key;
let subject: Identity;
let subjects: IdentityManager;
let whole: Competency;
let part: Competency;
let framework: Framework;

beforeAll(async () => {
  const { server, repo, me } = session();
  service = EcPk.fromPem((await createClient(server).call('/api/profile/pk')).text);
  subject = await newIdentity(client, 'Subject');
  subjects = managerOf(client, subject);
  whole = competency('Ropework');
  part = competency('Tie a bowline');
  const relation = new EcAlignment();
  relation.generateId(repo.selectedServer);
  relation.source = part.shortId();
  relation.target = whole.shortId();
  relation.relationType = 'narrows';
  framework = new EcFramework();
  framework.generateId(repo.selectedServer);
  framework.setName('Seamanship');
  for (const { id } of [whole, part]) framework.addCompetency(id);
  framework.addRelation(relation.id);
  const pat = new EcPerson();
  pat.assignId(repo.selectedServer, subject.ppk.toPk().fingerprint());
  pat.addOwner(subject.ppk.toPk());
  pat.setName('Pat');
  for (const object of [relation, framework]) object.addOwner(me.ppk.toPk());
  await repo.multiput([whole, part, relation, framework]);
  await repo.saveTo(pat, null, null, subjects);
});

function competency(name: string): Competency {
  const { repo, me } = session();
  const made = new EcCompetency();
  made.generateId(repo.selectedServer);
  made.addOwner(me.ppk.toPk());
  made.setName(name);
  return made;
}

/** An assertion by the current user that the subject has, or does not have, a competency; the service may read it. */
async function assertion(
  about: Competency,
  negative = false,
  date = DATE,
  evidence = 'Seen at the harbour',
): Promise<Assertion> {
  const { repo, me } = session();
  const made = new EcAssertion();
  made.generateId(repo.selectedServer);
  made.addOwner(me.ppk.toPk());
  made.addReader(service);
  made.addReader(subject.ppk.toPk());
  made.setCompetency(about.shortId());
  await made.setSubject(subject.ppk.toPk());
  await made.setAgent(me.ppk.toPk());
  await made.setAssertionDate(date);
  await made.setEvidence([evidence]);
  if (negative) await made.setNegative(true);
  return made;
}

/** The profile for these identities: whether the latest evidence is positive, and the listed assertions, of the whole and the part. */
async function standing(eim: IdentityManager) {
  const { server, repo } = session();
  const sheet = await eim.signatureSheet(60_000, repo.selectedServer, null, null, 'SHA-256');
  const of = subject.ppk.toPk().toPem();
  const { children } = await askForProfile(createClient(server), framework.shortId(), of, sheet);
  const [top] = children;
  return [top, top?.children[0]].map((node) => ({
    name: node?.name,
    latest: node?.state.latestEvidenceIsPositive,
    listed: (node?.assertions ?? []).map(({ id }) => id),
  }));
}

describe('H10 profiles of objects that the client library writes', () => {
  it('H10 assertions count only for callers with the keys of owner or subject', async () => {
    const { repo, others, nobody } = session();
    const made = await assertion(whole);
    await made.save(null, null, repo);
    const counted = [
      { name: 'Ropework', latest: true, listed: [made.shortId()] },
      { name: 'Tie a bowline', latest: true, listed: [made.shortId()] },
    ];
    expect(await standing(client.EcIdentityManager.default)).toEqual(counted);
    expect(await standing(subjects)).toEqual(counted);
    for (const eim of [others, nobody]) {
      expect(await standing(eim)).toEqual([
        { name: 'Ropework', latest: null, listed: [] },
        { name: 'Tie a bowline', latest: null, listed: [] },
      ]);
    }

    const negative = await assertion(part, true, DATE + 1);
    await negative.save(null, null, repo);
    const both = [made.shortId(), negative.shortId()];
    expect(await standing(subjects)).toEqual([
      { name: 'Ropework', latest: false, listed: both },
      { name: 'Tie a bowline', latest: false, listed: both },
    ]);
    await repo.deleteRegistered(negative);
    expect(await standing(subjects)).toEqual(counted);

    const sealed = await assertion(part, false, DATE + 2);
    await repo.saveTo(await EcEncryptedValue.toEncryptedValue(sealed, false));
    const [, lower] = await standing(subjects);
    expect(lower?.listed).toEqual([made.shortId(), sealed.shortId()]);
  });

  it.each([
    ['Node', useNodeWorker],
    ['browser', useBrowserWorker],
  ])('H10 text beyond ASCII that the %s build encrypted is read correctly', async (build, useWorker) => {
    const { server, repo, me } = session();
    useWorker(client);
    const sealed = competency('Café 你');
    sealed.addReader(service);
    sealed.addReader(subject.ppk.toPk());
    const others = new EcFramework();
    others.generateId(repo.selectedServer);
    others.setName(`Kitchen, ${build}`);
    others.addOwner(me.ppk.toPk());
    others.addCompetency(sealed.id);
    const made = await assertion(sealed, false, DATE, 'Grüße 你 😀');
    await repo.saveTo(await EcEncryptedValue.toEncryptedValue(sealed, false));
    await repo.multiput([others, made]);
    const sheet = await subjects.signatureSheet(60_000, repo.selectedServer, null, null, 'SHA-256');
    const pem = subject.ppk.toPk().toPem();
    const { answer } = await askForProfile(createClient(server), others.shortId(), pem, sheet);
    const [node] = answer.json().children;
    expect([node.name, node.assertions[0].evidence]).toEqual(['Café 你', ['Grüße 你 😀']]);
    expect(await made.getEvidence(0, subjects)).toBe('Grüße 你 😀'); // the build reads what it wrote itself
  });
});

import { describe, expect, it } from 'vitest';
import { createKeyRing } from '../../../shared/base/crypto/public-key.ts';
import { createSealer } from '../../../shared/repository/access/encrypt-value.ts';
import { isObject, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { items } from '../../../shared/repository/linked-data/references.ts';
import { createIdentity } from '../identity/identity.ts';
import { decryptText } from '../identity/vault.ts';
import { withReaders } from './assertion-readers.ts';
import { endOfDay, linkAddress, readLinkAddress, readPermission, writePermission } from './share-link.ts';
import { writeAssertion } from './write-assertion.ts';

const teacher = await createIdentity('Teacher');
const learner = await createIdentity('Learner');
const service = await createIdentity('Service');
const employer = await createIdentity('Employer');
const readKey = createKeyRing();
const CLAIM = {
  competency: 'urn:c',
  framework: 'urn:f',
  isPositive: true,
  level: null,
  confidence: null,
  evidence: [{ kind: 'text', text: 'Grüße' } as const],
  date: 7,
  expires: null,
};

const assertion = (): Promise<JsonObject> =>
  writeAssertion('urn:a', CLAIM, {
    agent: teacher.key.publicKey,
    subject: learner.key.publicKey,
    readers: [service.key.publicKey],
  });

/** What a person reads of the parts of an assertion; null: a part is hidden. */
async function readBy(person: typeof teacher, object: JsonObject, name: string): Promise<readonly (string | null)[]> {
  const parts = items(member(object, name)).filter(isObject);
  return Promise.all(parts.map((part) => decryptText(part, [person.key], readKey)));
}

describe('the readers of an assertion', () => {
  it('get all parts when they are added, and none under the new keys when they are removed', async () => {
    const change = { added: [employer.key.publicKey], removed: [] };
    const shared = await withReaders(await assertion(), change, [teacher.key]);
    expect(shared).not.toBeNull();
    const parts = ['subject', 'agent', 'assertionDate', 'negative', 'evidence'];
    const read = await Promise.all(parts.map((name) => readBy(employer, shared ?? {}, name)));
    expect(read.slice(2)).toEqual([['7'], ['false'], [expect.stringContaining('Gr')]]);
    expect(read[0]).toEqual([learner.publicPem]);
    expect(member(shared ?? {}, '@reader')).toContain(employer.publicPem);

    const ended = await withReaders(shared ?? {}, { added: [], removed: change.added }, [teacher.key]);
    expect(await Promise.all(parts.map((name) => readBy(employer, ended ?? {}, name)))).toEqual(
      parts.map(() => [null]),
    );
    expect(await readBy(learner, ended ?? {}, 'evidence')).toEqual([expect.stringContaining('Gr')]);
    expect(member(ended ?? {}, '@reader')).toEqual([service.publicPem, learner.publicPem]);
  });

  it('do not get evidence that is hidden from others who read the assertion', async () => {
    const own = await createSealer({ owners: [teacher.key.publicKey], readers: [] });
    const stored = { ...(await assertion()), evidence: [await own.seal('for me', 'urn:a')] };
    const shared = await withReaders(stored, { added: [employer.key.publicKey], removed: [] }, [teacher.key]);
    expect(await readBy(employer, shared ?? {}, 'evidence')).toEqual([null]);
    expect(await readBy(teacher, shared ?? {}, 'evidence')).toEqual(['for me']);
  });

  it('stay as they are if the person cannot decrypt the parts', async () => {
    expect(
      await withReaders(await assertion(), { added: [employer.key.publicKey], removed: [] }, [employer.key]),
    ).toBeNull();
  });

  it('of an assertion that anyone may read are not made a list, which would hide it', async () => {
    const { '@reader': _, ...open } = await assertion();
    const shared = await withReaders(open, { added: [employer.key.publicKey], removed: [] }, [teacher.key]);
    expect(member(shared ?? {}, '@reader')).toBeUndefined();
    expect(await readBy(employer, shared ?? {}, 'negative')).toEqual(['false']);
  });

  it('never become nobody, since anyone could then read the assertion', async () => {
    const stored = { ...(await assertion()), '@reader': [employer.publicPem] };
    const ended = await withReaders(stored, { added: [], removed: [employer.key.publicKey] }, [teacher.key]);
    expect(member(ended ?? {}, '@reader')).toEqual([teacher.publicPem]);
  });
});

describe('a link', () => {
  const link = {
    id: 'https://s.example/api/data/schema.org.DigitalDocumentPermission/1-a',
    name: 'Application',
    ends: Date.UTC(2026, 11, 31),
    learner: { name: 'Ann', publicPem: learner.publicPem },
    privatePem: employer.privatePem,
    records: ['urn:a'],
    framework: 'urn:f',
  };

  it('has its id and its key behind the number sign of its address', () => {
    const address = linkAddress('https://s.example/svc-editor/learners/shared', link);
    const { hash } = new URL(address);
    expect(readLinkAddress(hash, 'https://s.example/api/')).toEqual({ id: link.id, privatePem: link.privatePem });
    expect(readLinkAddress('#name=x', 'https://s.example/api/')).toBeNull();
    expect(readLinkAddress('#id=../x&key=y', 'https://s.example/api/')).toBeNull();
  });

  it('is stored so that only its owner and the link itself can read it', async () => {
    const stored = await writePermission(link, teacher.key.publicKey, employer.key.publicKey);
    expect(JSON.stringify(stored)).not.toContain('Application');
    for (const { key } of [teacher, employer]) {
      const text = await decryptText(stored, [key], readKey);
      expect(readPermission(JSON.parse(text ?? '{}'))).toEqual(link);
    }
    expect(await decryptText(stored, [learner.key], readKey)).toBeNull();
    expect(readPermission({ '@id': 'urn:x', name: 'other' })).toBeNull();
  });

  it('ends with its last day', () => {
    expect(new Date(endOfDay('2026-12-31')).getHours()).toBe(23);
    expect(endOfDay('')).toBeNaN();
    expect(endOfDay('?')).toBeNaN();
  });
});

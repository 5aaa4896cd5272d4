import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import { sealText } from '../../shared/repository/access/testing/encrypted-value.ts';
import { adminOf, type Cast, castOf } from '../support/cast.ts';
import { type Client, createClient, type Thing } from '../support/client.ts';
import { askForProfile, askUntilKept } from '../support/profile-client.ts';
import { newAssertion, newFramework, newOwnType, newRelation } from '../support/profile-objects.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Person, person, sheet } from '../support/signer.ts';
import { newThing, nextVersion, shortId } from '../support/things.ts';

let server: TestServer;
/** Another process on the same store. */
let second: TestServer;
let client: Client;
let other: Client;
let cast: Cast;
let service: { readonly pem: string };
let competency: Thing;
let framework: Thing;

beforeAll(async () => {
  server = await startServer();
  second = await startServer({ SVC_LOOPBACK: server.api }, server.directory);
  client = createClient(server);
  other = createClient(second);
  cast = await castOf(server);
  service = { pem: (await client.call('/api/profile/pk')).text };
  competency = newOwnType(server, 'Competency', { name: 'Splice a rope' });
  framework = newFramework(server, [competency]);
  for (const object of [competency, framework]) await client.save(object);
  await askUntilKept(client, framework, cast.other);
});
afterAll(async () => {
  await second.stop();
  await server.dispose();
});

/** A subject with one assertion by the cast's owner, and how the owner sees it. */
async function subjectWithOne() {
  const subject = await person();
  const assertion = await newAssertion(server, { competency, subject, owner: cast.owner, readers: [service] });
  await client.save(assertion);
  return { subject, assertion };
}

/** The owner's response from a process: cached or not, and the ids listed. */
async function readProfile(by: Client, subject: Person, parameters: Record<string, string> = {}) {
  const { cache, children } = await askForProfile(by, framework, subject, cast.sheets.owner, parameters);
  return [cache, ...(children[0]?.assertions ?? []).map(({ id }) => id)];
}

describe('a profile is calculated once', () => {
  test('the second request, whatever the order of its parameters and the form of its ids, gets it from memory', async () => {
    const { subject } = await subjectWithOne();
    const { answer: first } = await askForProfile(client, framework, subject, cast.sheets.owner, { explain: 'true' });
    const query = new URLSearchParams({
      unknown: 'x',
      explain: 'true',
      cache: 'true',
      subject: subject.pem.replace('KEY-----', 'KEY-----\n').replace('-----END', '\n-----END'),
      frameworkId: `${shortId(framework)}/1000`,
    });
    const again = await client.call(`/api/profile/latest?${query}`, { sheet: cast.sheets.owner });
    expect(first.headers.get('server-timing')).toMatch(
      /^cache;desc=miss, load;dur=[\d.]+, calculate;dur=[\d.]+, total/,
    );
    expect(again.headers.get('server-timing')).toMatch(/^cache;desc=hit, total;dur=[\d.]+$/);
    expect(again.json()).toEqual({ ...first.json(), id: `${shortId(framework)}/1000` });
  });

  test('another process gets it from the same memory', async () => {
    const { subject, assertion } = await subjectWithOne();
    expect(await readProfile(client, subject)).toEqual(['miss', shortId(assertion)]);
    expect(await readProfile(other, subject)).toEqual(['hit', shortId(assertion)]);
  });

  test.each([{ flushCache: 'true' }, { cache: 'false' }])('%o recalculates', async (parameters) => {
    const { subject, assertion } = await subjectWithOne();
    expect(await readProfile(client, subject)).toEqual(['miss', shortId(assertion)]);
    expect(await readProfile(client, subject, parameters)).toEqual(['miss', shortId(assertion)]);
    expect(await readProfile(client, subject)).toEqual(['hit', shortId(assertion)]);
  });

  test.each([{ startDate: '0' }, { endDate: '5000' }, { targetDateTime: '5000' }])(
    'a profile bounded by %o is not kept',
    async (parameters) => {
      const { subject, assertion } = await subjectWithOne();
      for (let i = 0; i < 2; i++)
        expect(await readProfile(client, subject, parameters)).toEqual(['miss', shortId(assertion)]);
    },
  );

  test('equal requests at the same time all get the same', async () => {
    const { subject } = await subjectWithOne();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => askForProfile(client, framework, subject, cast.sheets.owner)),
    );
    expect(new Set(answers.map(({ answer }) => answer.text)).size).toBe(1);
  });

  test('a cached profile expires with its assertion', async () => {
    /** Whether it was kept before it expired: on a slow machine it may have expired meanwhile. */
    async function keptFor(lifetime: number): Promise<boolean> {
      const subject = await person();
      const expirationDate = Date.now() + lifetime;
      const claim = { competency, subject, owner: cast.owner, readers: [service], expirationDate };
      const assertion = await newAssertion(server, claim);
      await client.save(assertion);
      const before = [await readProfile(client, subject), await readProfile(client, subject)];
      if (Date.now() >= expirationDate) return false;
      expect(before).toEqual([
        ['miss', shortId(assertion)],
        ['hit', shortId(assertion)],
      ]);
      await expect.poll(() => readProfile(client, subject), { timeout: 2 * lifetime }).toEqual(['miss']);
      return true;
    }
    for (let lifetime = 2000; !(await keptFor(lifetime)); ) lifetime *= 2;
  });

  test('a large profile is cached too', async () => {
    const competencies = Array.from({ length: 120 }, (_, index) =>
      newOwnType(server, 'Competency', { name: `Knot ${index}` }),
    );
    const large = newFramework(server, competencies);
    await client.call('/api/sky/repo/multiPut', { json: [...competencies, large] });
    const first = await askForProfile(client, large, cast.other);
    const again = await askForProfile(client, large, cast.other);
    expect(first.answer.text.length).toBeGreaterThan(50_000);
    expect([first.cache, again.cache]).toEqual(['miss', 'hit']);
    expect(again.answer.text).toBe(first.answer.text);
  });
});

describe('an acknowledged write is in the next profile, of every process', () => {
  /** Fills both caches, writes, and returns the responses of each process after that. */
  async function whenWritten(subject: Person, write: () => Promise<unknown>) {
    for (const by of [client, other]) await readProfile(by, subject);
    expect((await readProfile(client, subject))[0]).toBe('hit');
    await write();
    return [await readProfile(other, subject), await readProfile(client, subject)];
  }

  test('such as a new assertion', async () => {
    const { subject, assertion } = await subjectWithOne();
    const next = await newAssertion(server, {
      competency,
      subject,
      owner: cast.owner,
      readers: [service],
      assertionDate: 2000,
    });
    const both = [shortId(assertion), shortId(next)];
    expect(await whenWritten(subject, () => client.save(next))).toEqual([
      ['miss', ...both],
      ['hit', ...both],
    ]);
  });

  test('such as a new assertion in a batch', async () => {
    const { subject } = await subjectWithOne();
    const next = await newAssertion(server, { competency, subject, owner: cast.owner, readers: [service] });
    const write = () => client.call('/api/sky/repo/multiPut', { json: [newThing(server), next] });
    const [answer] = await whenWritten(subject, write);
    expect(answer).toContain(shortId(next));
  });

  test.each(['DELETE', 'multiDelete'])('such as the deletion of an assertion by %s', async (how) => {
    const { subject, assertion } = await subjectWithOne();
    const sheet = cast.sheets.owner;
    const write = () =>
      how === 'DELETE'
        ? client.call(shortId(assertion), { method: 'DELETE', sheet })
        : client.call('/api/sky/repo/multiDelete', { json: [shortId(assertion)], sheet });
    expect(await whenWritten(subject, write)).toEqual([['miss'], ['hit']]);
  });

  test('such as an assertion that becomes one about another person', async () => {
    const { subject, assertion } = await subjectWithOne();
    const replaced = await newAssertion(server, {
      competency,
      subject: await person(),
      owner: cast.owner,
      readers: [service],
    });
    const write = () => client.save({ ...replaced, '@id': nextVersion(assertion)['@id'] }, cast.sheets.owner);
    expect(await whenWritten(subject, write)).toEqual([['miss'], ['hit']]);
  });

  test('such as an assertion that is encrypted as a whole', async () => {
    const { subject, assertion } = await subjectWithOne();
    const whole = await newAssertion(server, { competency, subject, owner: cast.owner, readers: [service] });
    const sealed = await sealText(JSON.stringify(whole), {
      id: whole['@id'],
      owners: [parsePublicKey(cast.owner.pem)],
      readers: [parsePublicKey(service.pem), parsePublicKey(subject.pem)],
      encryptedType: 'Assertion',
      encryptedContext: 'https://schema.cassproject.org/0.4',
    });
    const [answer] = await whenWritten(subject, () => client.save(sealed as unknown as Thing));
    expect(answer).toEqual(['miss', ...[shortId(assertion), shortId(whole)].sort()]);
  });

  test('such as an imported assertion', async () => {
    const { subject } = await subjectWithOne();
    const moved = await newAssertion(server, { competency, subject, owner: cast.owner, readers: [service] });
    const line = `${JSON.stringify({ id: moved['@id'], version: 1000, time: 1000, object: moved })}\n`;
    const admin = await sheet(server.api, [await adminOf(server)]);
    const [answer] = await whenWritten(subject, async () => {
      const answer = await client.call('/api/util/import', {
        method: 'POST',
        body: line,
        headers: { 'content-type': 'application/x-ndjson' },
        sheet: admin,
      });
      expect(answer.text).toContain('"restored":1');
    });
    expect(answer).toContain(shortId(moved));
  });

  test('such as a competency, a framework, a relation, a person', async () => {
    const { subject } = await subjectWithOne();
    const child = newOwnType(server, 'Competency', { name: 'Whip a rope' });
    const relation = newRelation(server, child, 'narrows', competency);
    const names = async () => {
      const { cache, children } = await askForProfile(other, framework, subject, cast.sheets.owner);
      const [node] = children;
      return [cache, node?.name, ...(node?.children ?? []).map(({ name }) => name), node?.assertions?.[0]?.agent];
    };
    await names();
    await client.save(nextVersion(competency, { name: 'Splice' }));
    expect(await names()).toEqual(['miss', 'Splice', 'Unknown Person']);
    await client.save(child);
    await client.save(relation);
    await client.save(
      nextVersion(framework, { competency: [competency, child].map(shortId), relation: [shortId(relation)] }),
    );
    expect(await names()).toEqual(['miss', 'Splice', 'Whip a rope', 'Unknown Person']);
    const agent = { '@context': 'https://schema.org', '@type': 'Person', name: 'Ann', '@owner': [cast.owner.pem] };
    await client.save({ ...agent, '@id': `${server.api}data/schema.org.Person/ann/1000` });
    expect(await names()).toEqual(['miss', 'Splice', 'Whip a rope', 'Ann']);
    await client.call(shortId(relation), { method: 'DELETE' });
    expect(await names()).toEqual(['miss', 'Splice', 'Ann']);
  });

  test('and writes of other objects, and of assertions about others, invalidate nothing', async () => {
    const { subject, assertion } = await subjectWithOne();
    await readProfile(client, subject);
    await client.save(newThing(server, { name: 'A thing of its own' }));
    const owner = await person();
    await client.save(await newAssertion(server, { competency, subject: await person(), owner, readers: [service] }));
    expect(await readProfile(client, subject)).toEqual(['hit', shortId(assertion)]);
  });

  test('also while profiles are requested continuously', async () => {
    const subject = await person();
    const written: string[] = [];
    let writing = true;
    const asking = [client, other].map(async (by) => {
      while (writing) {
        const before = written.length;
        const [, ...ids] = await readProfile(by, subject);
        expect(ids.length, 'what was acknowledged before').toBeGreaterThanOrEqual(before);
      }
    });
    for (let i = 0; i < 25; i++) {
      const next = await newAssertion(server, { competency, subject, owner: cast.owner, readers: [service] });
      await (i % 2 === 0 ? client : other).call(`${server.url}${next['@id'].slice(server.url.length)}`, { json: next });
      written.push(shortId(next));
    }
    writing = false;
    await Promise.all(asking);
    expect(new Set((await readProfile(other, subject)).slice(1))).toEqual(new Set(written));
  });
});

test('the cache survives a restart, but not a time in which the adapter was disabled', async () => {
  const own = await startServer();
  const one = newOwnType(own, 'Competency', { name: 'Coil a line' });
  const around = newFramework(own, [one]);
  await createClient(own).save(one);
  await createClient(own).save(around);
  await askUntilKept(createClient(own), around, cast.other);
  const PORT = String(own.port);
  const restarted = async (environment: Record<string, string> = {}) => {
    await own.stop();
    return startServer({ PORT, ...environment }, own.directory);
  };
  const again = await restarted();
  expect((await askForProfile(createClient(again), around, cast.other)).cache).toBe('hit');
  await again.stop();
  const without = await restarted({ DISABLED_ADAPTERS: 'profile' });
  await createClient(without).save(nextVersion(one, { name: 'Coil a rope' }));
  await without.stop();
  const last = await restarted();
  const { cache, children } = await askForProfile(createClient(last), around, cast.other);
  expect([cache, children[0]?.name]).toEqual(['miss', 'Coil a rope']);
  await last.dispose();
});

import { createPublicKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parsePublicKey } from '../../shared/base/crypto/public-key.ts';
import type { Thing } from '../support/client.ts';
import { sheet } from '../support/signer.ts';
import { unharmed } from '../support/snapshot.ts';
import { guid, newEncryptedValue, newThing, nextVersion, saveNew, shortId } from '../support/things.ts';
import { useCast, useServer } from '../support/use-server.ts';

const { server, client } = useServer();
const cast = useCast(server);

const owned = (members: Record<string, unknown> = {}) =>
  saveNew(server, client, { name: 'mine', '@owner': [cast.owner.pem], ...members });

describe('reading an object with readers', () => {
  test('A15 a reader is a key in the list, not a key that is part of a text', async () => {
    const key = cast.other.pem;
    const thing = newThing(server, {
      '@owner': [cast.owner.pem],
      '@reader': [cast.reader.pem],
      name: key,
      description: [key],
      nested: { '@reader': [key], '@owner': [key], deeper: [{ reader: key }] },
      '@signature': [key],
    });
    await client.save(thing);
    expect((await client.call(shortId(thing), { sheet: cast.sheets.other })).status).toBe(404);
    expect(await client.find(`@id:"${shortId(thing)}"`, cast.sheets.other)).toEqual([]);
    expect((await client.call(shortId(thing), { sheet: cast.sheets.reader })).status).toBe(200);
  });

  test.each(['owner', '@owner', 'reader', '@reader'])(
    'A15 a key that is wrapped in "%s" of a node inside is refused: the node would be public',
    async (name) => {
      for (const list of [
        { '@value': cast.reader.pem },
        [{ '@value': cast.reader.pem }],
        { '@list': [cast.reader.pem] },
        { '@set': [{ '@value': cast.reader.pem }] },
        [[cast.reader.pem]],
        [{ '@id': cast.reader.pem }],
      ]) {
        const thing = newThing(server, { part: [{ diagnosis: 'hushed', [name]: list }] });
        const { status, ...answer } = await client.call(thing['@id'], { json: thing });
        expect([status, answer.json()]).toMatchObject([400, { where: `/part/0/${name}` }]);
        const batch = await client.call('/api/sky/repo/multiPut', { json: [thing] });
        expect(batch.json()).toMatchObject({ stored: 0, failed: [{ status: 400 }] });
      }
    },
  );

  test('A16 a key elsewhere in an object changes nothing: not to write, not to read', async () => {
    const thing = newThing(server, {
      '@owner': [cast.owner.pem],
      name: cast.other.pem,
      nested: { '@owner': [cast.other.pem], owner: [cast.other.pem] },
    });
    await client.save(thing);
    const refused = await unharmed(server, client, thing, () =>
      client.call(thing['@id'], { json: nextVersion(thing), sheet: cast.sheets.other }),
    );
    expect(refused.status).toBe(401);
  });

  test('A16 reader of one object is reader of that object only', async () => {
    const one = newThing(server, { '@reader': [cast.other.pem] });
    const two = newThing(server, { '@reader': [cast.reader.pem] });
    await client.save(one);
    await client.save(two);
    expect((await client.call(shortId(one), { sheet: cast.sheets.other })).status).toBe(200);
    expect((await client.call(shortId(two), { sheet: cast.sheets.other })).status).toBe(404);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'A17 at depth %i a node that the caller may not read is left out, its parent kept',
    async (depth) => {
      let node: Record<string, unknown> = {
        inside: { '@type': 'Thing', '@reader': [cast.reader.pem], name: 'hushed' },
        list: [{ name: 'open' }, { '@type': 'Thing', reader: [cast.reader.pem], name: 'hushed' }, 0, null, false, ''],
        sealed: {
          '@type': 'EncryptedValue',
          '@context': 'https://schema.cassproject.org/kbac/0.4',
          name: 'hushed',
          owner: [cast.reader.pem],
        },
        beside: 'kept',
      };
      let open: Record<string, unknown> = { list: [{ name: 'open' }, 0, null, false, ''], beside: 'kept' };
      for (let level = 1; level < depth; level++) {
        node = { level, below: level % 2 ? node : [node] };
        open = { level, below: level % 2 ? open : [open] };
      }
      const thing = newThing(server, { part: node });
      await client.save(thing);
      const query = `/api/sky/repo/search?${new URLSearchParams({ q: `@id:"${shortId(thing)}"` })}`;
      const item = `data/schema.org.Thing/${guid(thing)}`;
      for (const caller of ['anonymous', 'other'] as const) {
        const sheet = cast.sheets[caller];
        const seen = await Promise.all([
          client.call(shortId(thing), { sheet }).then((answer) => answer.json()),
          client.call(thing['@id'], { sheet }).then((answer) => answer.json()),
          client.call(`${shortId(thing)}?history=true`, { sheet }).then((answer) => answer.json()[0]),
          client.call(query, { sheet }).then((answer) => answer.json()[0]),
          client.call('/api/sky/repo/multiGet', { json: [item], sheet }).then((answer) => answer.json()[0]),
          client
            .call('/api/sky/repo/multiGet', { form: { data: JSON.stringify([item]) }, sheet })
            .then((answer) => answer.json()[0]),
        ]);
        for (const object of seen) expect(object).toEqual({ ...thing, part: open });
      }
      const whole = await client.call(shortId(thing), { sheet: cast.sheets.reader });
      expect(whole.json()).toEqual(thing);
    },
  );

  test('A17 the responses of a save, a delete or a batch hide the same parts', async () => {
    const thing = newThing(server, {
      '@owner': [cast.other.pem],
      part: { '@type': 'Thing', '@reader': [cast.reader.pem], name: 'hushed' },
    });
    await client.save(thing, cast.sheets.other);
    const item = `data/schema.org.Thing/${guid(thing)}`;
    const deleted = await client.call('/api/sky/repo/multiDelete', {
      form: { data: JSON.stringify([item]) },
      sheet: cast.sheets.other,
    });
    expect(deleted.status).toBe(200);
    expect(deleted.text).not.toContain('hushed');
  });

  test('A20 A21 each version is for the readers of that version', async () => {
    const first = newThing(server, { name: 'one', '@owner': [cast.owner.pem], '@reader': [cast.reader.pem] });
    const second = nextVersion(first, { name: 'two', '@reader': [cast.other.pem] });
    const { '@reader': _none, ...open } = nextVersion(first, { name: 'three' }, 2);
    const fourth = nextVersion(first, { name: 'four', '@reader': [cast.owner.pem] }, 3);
    for (const version of [first, second, open as Thing, fourth]) await client.save(version, cast.sheets.owner);

    const names = async (sheet: string): Promise<readonly string[]> => {
      const answer = await client.call(`${shortId(first)}?history=true`, { sheet });
      return answer.json().map((object: { name: string }) => object.name);
    };
    expect(await names(cast.sheets.anonymous)).toEqual(['three']);
    expect(await names(cast.sheets.reader)).toEqual(['three', 'one']);
    expect(await names(cast.sheets.other)).toEqual(['three', 'two']);
    expect(await names(cast.sheets.owner)).toEqual(['four', 'three', 'two', 'one']);
    expect(await names(cast.sheets.admin)).toEqual(['four', 'three', 'two', 'one']);

    const status = async (version: Thing, sheet: string) => (await client.call(version['@id'], { sheet })).status;
    expect(await status(first, cast.sheets.reader)).toBe(200);
    expect(await status(second, cast.sheets.reader)).toBe(404);
    expect(await status(second, cast.sheets.other)).toBe(200);
    expect(await status(first, cast.sheets.other)).toBe(404);
    expect((await client.call(shortId(first), { sheet: cast.sheets.reader })).status).toBe(404);
    expect(await client.find(`@id:"${shortId(first)}"`, cast.sheets.reader)).toEqual([]);
  });

  test('A25 an EncryptedValue is for its owners and readers, also without a reader list', async () => {
    const withOwner = newEncryptedValue(server, { '@owner': [cast.owner.pem] });
    const withNobody = newEncryptedValue(server);
    const statuses = async (thing: Thing) => {
      await client.save(thing);
      const callers = ['anonymous', 'other', 'reader', 'owner', 'admin'] as const;
      return Promise.all(
        callers.map(async (caller) => (await client.call(shortId(thing), { sheet: cast.sheets[caller] })).status),
      );
    };
    expect(await statuses(withOwner)).toEqual([404, 404, 404, 200, 200]);
    expect(await statuses(withNobody)).toEqual([404, 404, 404, 404, 200]);
  });
});

describe('keys and the admin', () => {
  test('A23 a key is the same key in every spelling of its PEM', async () => {
    const key = createPublicKey({
      key: Buffer.from(cast.reader.pem.replace(/-----[^-]+-----/g, ''), 'base64'),
      format: 'der',
      type: 'spki',
    });
    const lines = String(key.export({ type: 'spki', format: 'pem' }));
    const spellings = {
      'line feeds': lines,
      'carriage returns': lines.replaceAll('\n', '\r\n'),
      'one line': lines.replaceAll('\n', ''),
      'white space around': `  ${lines}\n `,
      'PKCS#1': String(key.export({ type: 'pkcs1', format: 'pem' })),
    };
    for (const [name, pem] of Object.entries(spellings)) {
      for (const member of ['@reader', 'reader', '@owner', 'owner']) {
        const readers = /owner/.test(member) ? { '@reader': [cast.owner.pem] } : {};
        const thing = newThing(server, { ...readers, [member]: [pem] });
        await client.save(thing);
        expect((await client.call(shortId(thing), { sheet: cast.sheets.reader })).status, `${name} in ${member}`).toBe(
          200,
        );
        expect((await client.call(shortId(thing))).status, `${name} in ${member}`).toBe(404);
        expect(await client.find(`@id:"${shortId(thing)}"`, cast.sheets.reader)).toHaveLength(1);
      }
      const stored = await client.save(newThing(server, { '@owner': [pem] }));
      expect(stored['@owner'][0], 'stored keys have no line breaks').not.toMatch(/[\r\n]/);
    }
  });

  test('A22 actions that only the admin key allowed are in the log, with its fingerprint, the object and the action', async () => {
    const thing = await owned({ '@reader': [cast.reader.pem] });
    await client.call(shortId(thing), { sheet: cast.sheets.admin });
    await client.save(nextVersion(thing, { name: 'by admin' }), cast.sheets.admin);
    await client.call(shortId(thing), { method: 'DELETE', sheet: cast.sheets.admin });

    const admin = parsePublicKey(cast.admin.pem).fingerprint;
    const expected = ['read', 'change', 'delete'].map((action) =>
      expect.objectContaining({ category: 'AUTH', admin, action, object: shortId(thing) }),
    );
    await expect.poll(logEntries).toEqual(expect.arrayContaining(expected));
  });

  test('A22 an action of the owner is not an override', async () => {
    const thing = await owned({ '@reader': [cast.reader.pem] });
    const both = await sheet(server.api, [cast.admin, cast.owner]);
    await client.call(shortId(thing), { sheet: both });
    await client.save(nextVersion(thing), both);
    await client.call(shortId(thing), { method: 'DELETE', sheet: both });
    // The log is in order: once a later entry is there, an earlier one would be.
    const later = await owned();
    await client.save(nextVersion(later), cast.sheets.admin);
    await expect.poll(logEntries).toContainEqual(expect.objectContaining({ category: 'AUTH', object: shortId(later) }));
    expect(logEntries().filter(({ object, category }) => object === shortId(thing) && category === 'AUTH')).toEqual([]);
  });

  function logEntries(): Record<string, unknown>[] {
    const lines = server.output().split('\n');
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  }
});

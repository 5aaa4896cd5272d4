import { beforeEach, describe, expect, it } from 'vitest';
import { type AliasBody, type HeadBody, idOfName } from '../documents.ts';
import type { Engine, EngineDocument, ReadItem } from '../engine/engine.ts';
import { indexNames } from '../indices/index-names.ts';
import { createHeadCache } from './head-cache.ts';
import { readByKey, readHeads } from './read-objects.ts';

const names = indexNames('test-');

/** Documents of one index, and a list of their reads: `<id>` for a whole document, `<id> state` for its state. */
function fakeEngine() {
  const documents = new Map<string, EngineDocument>();
  const reads: string[] = [];
  let writes = 0;
  const readOne = ({ id, source = true }: ReadItem): EngineDocument | null => {
    reads.push(source ? id : `${id} state`);
    const document = documents.get(id);
    if (document === undefined) return null;
    return source ? document : { ...document, source: undefined };
  };
  return {
    reads,
    write(id: string, source: HeadBody | AliasBody, index = 'objects-1') {
      documents.set(id, { id, source, version: 1, revision: { index, seqNo: writes++, primaryTerm: 1 } });
    },
    remove: (id: string) => documents.delete(id),
    read: async (items: readonly ReadItem[]) => items.map(readOne),
  };
}

function head(shortId: string, more: Partial<HeadBody> = {}): HeadBody {
  const access = { owners: [], readers: [], hidden: false, mixed: false };
  return {
    kind: 'head',
    key: idOfName(shortId),
    shortId,
    id: shortId,
    version: 1,
    time: 1,
    text: '{}',
    access,
    earlier: [],
    deleted: false,
    writeId: 'w',
    generation: 1,
    born: 1,
    stamp: 1,
    names: [],
    asked: [],
    fresh: false,
    ...more,
  };
}

const alias = (name: string, { key }: HeadBody): AliasBody => ({ kind: 'alias', name, key, strong: true, stamp: 1 });

describe('cached heads', () => {
  let engine = fakeEngine();
  let parts: Parameters<typeof readHeads>[0];
  const texts = async (...wanted: string[]) => (await readHeads(parts, wanted)).map((one) => one?.text ?? null);

  beforeEach(() => {
    engine = fakeEngine();
    const unused = () => Promise.reject(new Error('Nothing is to be written or searched here.'));
    const whole: Engine = {
      read: engine.read,
      readSmall: engine.read,
      bulk: unused,
      search: unused,
      refresh: unused,
      call: unused,
    };
    parts = { engine: whole, names, headCache: createHeadCache(() => 0) };
  });

  it('are read without their text while their state is the same', async () => {
    const one = head('one', { text: '{"a":1}' });
    engine.write(one.key, one);
    expect(await texts('one')).toEqual(['{"a":1}']);
    expect(await texts('one')).toEqual(['{"a":1}']);
    expect((await readByKey(parts, [one.key])).get(one.key)?.body.text).toBe('{"a":1}');
    expect(engine.reads).toEqual([one.key, `${one.key} state`, `${one.key} state`]);
  });

  it('I1 are read again after another write, even if the state has the same number', async () => {
    const one = head('one', { text: '{"a":1}' });
    engine.write(one.key, one);
    await texts('one');
    engine.write(one.key, { ...one, text: '{"a":2}', writeId: 'x' });
    expect(await texts('one', 'two')).toEqual(['{"a":2}', null]);
    engine.write(one.key, { ...one, text: '{"a":3}', generation: 2 }, 'objects-2');
    expect(await texts('one')).toEqual(['{"a":3}']);
    engine.remove(one.key);
    expect(await texts('one')).toEqual([null]);
  });

  it('are read by an alias without reading the alias', async () => {
    const one = head('one', { names: ['guid'] });
    engine.write(one.key, one);
    engine.write(idOfName('guid'), alias('guid', one));
    await texts('guid');
    engine.reads.length = 0;
    expect(await texts('guid')).toEqual(['{}']);
    expect(engine.reads).toEqual([`${one.key} state`]);
  });

  it('I3 are not used for an alias that another object has after a purge', async () => {
    const one = head('one', { names: ['guid'] });
    engine.write(one.key, one);
    engine.write(idOfName('guid'), alias('guid', one));
    await texts('guid');
    const two = head('two', { names: ['guid'], text: '{"mine":true}' });
    engine.write(two.key, two);
    engine.write(idOfName('guid'), alias('guid', two));
    // The name is contested: the object exists again with it, until its claim is rejected.
    engine.write(one.key, { ...one, born: 2, fresh: true, writeId: 'x' });
    expect(await texts('guid')).toEqual(['{"mine":true}']);
  });
});

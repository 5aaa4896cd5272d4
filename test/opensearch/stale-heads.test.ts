import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyRing } from '../../shared/base/crypto/public-key.ts';
import { callerWith, publicKey } from '../../shared/repository/access/testing/caller.ts';
import type { Precondition } from '../../shared/repository/objects/precondition.ts';
import { putMany } from '../../shared/repository/objects/put-many.ts';
import { storedObject } from '../../shared/repository/objects/stored-versions.ts';
import { searchDocument } from '../../shared/repository/search/search-copy.ts';
import type { ObjectStore, StoredVersion } from '../../shared/repository/store/object-store.ts';
import { useClusterStores } from '../support/cluster-stores.ts';
import { openSearchForTests } from '../support/opensearch.ts';
import { repositoryContext } from '../support/repository.ts';

const engine = await openSearchForTests();
const endpoint = engine?.endpoint ?? '';

const ID = 'https://example.org/data/a';
const [FORMER, CURRENT] = [publicKey(1), publicKey(2)];

/** The rules apply to the current state, even if an instance has just seen an earlier one. */
describe.skipIf(engine === null)('a save by an instance that has not seen the last write of another', () => {
  const { openObjects } = useClusterStores(endpoint);
  const readKey = createKeyRing();
  let here: ObjectStore;
  let elsewhere: ObjectStore;

  beforeEach(async () => {
    const describeStored = {
      describe: (stored: StoredVersion) => searchDocument(storedObject(stored), stored.access, readKey),
    };
    [here, elsewhere] = [await openObjects(undefined, describeStored), await openObjects(undefined, describeStored)];
  });

  type SaveOptions = {
    readonly owner?: typeof FORMER;
    readonly precondition?: Partial<Precondition>;
    /** The object is saved to this address. */
    readonly name?: string;
  };

  /** The version that was stored, or the code of the refusal. */
  async function save(store: ObjectStore, signer: typeof FORMER, options: SaveOptions = {}): Promise<number | string> {
    const { owner = signer, precondition = {}, name } = options;
    const object = { '@context': 'https://schema.org', '@type': 'Thing', '@id': ID, '@owner': [owner.pem] };
    const item = {
      object,
      precondition: { ifMatch: null, ifNoneMatch: null, ...precondition },
      ...(name !== undefined && { target: { name, version: null } }),
    };
    const [result] = await putMany(repositoryContext(store, { readKey }), [item], callerWith([signer]), 'single');
    if (result === undefined) throw new Error('There is no result.');
    return 'problem' in result ? result.problem.code : result.stored.version;
  }

  async function ownersOf(store: ObjectStore) {
    const [head] = await store.heads([ID]);
    return head?.access.owners;
  }

  it('I2 is refused to a former owner, and gives the object no name', async () => {
    expect(await save(here, FORMER)).toBe(1);
    expect(await save(elsewhere, FORMER, { owner: CURRENT })).toBe(2);
    expect((await here.recentHeads([ID]))?.[0]?.version).toBe(1);
    expect(await save(here, FORMER)).toBe('not-owner');
    expect(await save(here, FORMER, { name: 'stolen' })).toBe('not-owner');
    expect(await ownersOf(here)).toEqual([CURRENT.id]);
    expect(await here.heads(['stolen'])).toEqual([null]);
  });

  it('I2 is not refused to the new owner', async () => {
    await save(here, FORMER);
    await save(elsewhere, FORMER, { owner: CURRENT });
    expect((await here.recentHeads([ID]))?.[0]?.version).toBe(1);
    expect(await save(here, CURRENT)).toBe(3);
  });

  it('meets a precondition only in the current state', async () => {
    await save(here, FORMER);
    await save(elsewhere, FORMER);
    expect((await here.recentHeads([ID]))?.[0]?.version).toBe(1);
    expect(await save(here, FORMER, { precondition: { ifMatch: ['"1"'] } })).toBe('precondition-failed');
    const other = { precondition: { ifMatch: ['"2"'] } };
    expect(await save(here, FORMER, other)).toBe(3);
  });

  it('is not refused for a precondition that an earlier state did not meet', async () => {
    await save(here, FORMER);
    await save(elsewhere, FORMER);
    expect((await here.recentHeads([ID]))?.[0]?.version).toBe(1);
    expect(await save(here, FORMER, { precondition: { ifMatch: ['"2"'] } })).toBe(3);
  });
});

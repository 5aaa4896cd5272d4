import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyOf, makeRestore } from '../../../repository/store/contract/fixtures.ts';
import { ownMembers } from '../commit/plan.ts';
import { EARLIER, type Entry, type HeadBody, type VersionBody } from '../documents.ts';
import type { BulkStep, Revision } from '../engine/engine.ts';
import { judge, placeVersions } from './restore-plan.ts';
import type { Known, RestoreItem } from './restore-state.ts';

const CURRENT = 1_000;
const KEY = keyOf('a');
const NOTHING = { added: new Map(), replaced: new Map(), deleted: false, removed: undefined };

describe('versions to restore', () => {
  it('are compared one after the other: present, another text, new', () => {
    const known = knownWith([CURRENT, 7]);
    const items = [7, 8, 8, CURRENT].map((version) => itemOf(version));
    const forged = [itemOf(7, 'forged'), itemOf(8, 'forged'), itemOf(CURRENT, 'forged')];
    const { judgements, added } = judge(known, [...items, ...forged]);
    expect([...judgements.values()]).toEqual([
      'present',
      'restored',
      'present',
      'present',
      'differs',
      'differs',
      'differs',
    ]);
    expect([...added.keys()]).toEqual([8]);
  });

  it('are added to the lists if they exist but are in no list, after an interrupted restore', () => {
    const known = knownWith([CURRENT]);
    const documents = new Map([[5, versionOf(5, [])]]);
    const judged = judge({ ...known, documents }, [itemOf(5)]);
    expect([...judged.judgements.values()]).toEqual(['restored']);
    expect(placeVersions(KEY, { ...known, documents }, judged, false)).toMatchObject({ earlier: [5] });
  });

  it('are added to the list of a document that a failed write put beside the head with an old list', () => {
    const known = knownWith([CURRENT, 5]);
    const documents = new Map([...known.documents, [CURRENT, versionOf(CURRENT, [])]]);
    const judged = judge({ ...known, documents }, [itemOf(5)]);
    expect([...judged.judgements.values()]).toEqual(['present']);
    const placing = placeVersions(KEY, { ...known, documents }, judged, false);
    expect(placing).toMatchObject({
      earlier: [5],
      history: [{ kind: 'index', body: { version: CURRENT, earlier: [5] } }],
    });
  });

  it('are in the lists of all later documents, in whatever batches they come', () => {
    const batches = fc.array(fc.array(fc.nat({ max: 120 }), { minLength: 1, maxLength: 25 }), { maxLength: 12 });
    fc.assert(
      fc.property(batches, (drawn) => {
        let known = knownWith([CURRENT]);
        const all = new Set<number>();
        for (const batch of drawn) {
          for (const version of batch) all.add(version);
          const judged = judge(
            known,
            batch.map((version) => itemOf(version)),
          );
          known = afterwards(known, placeVersions(KEY, known, judged, false));
          expectWhole(known, [CURRENT, ...all]);
          expect(placeVersions(KEY, known, NOTHING, false)).toBeNull();
        }
      }),
    );
  });
});

function itemOf(version: number, word = `word${version}`): RestoreItem {
  return { index: version, request: makeRestore('a', { version, members: { name: word } }) };
}

function versionOf(version: number, earlier: readonly number[]): Entry<VersionBody> {
  const own = ownMembers(itemOf(version).request);
  const body: VersionBody = { kind: 'version', key: KEY, ...own, earlier: [...earlier] };
  return { body, revision: revisionOf() };
}

function revisionOf(): Revision {
  return { index: 'objects-1', seqNo: 1, primaryTerm: 1 };
}

/** An object with these versions, the newest first. */
function knownWith([current = 0, ...earlier]: readonly number[]): Known {
  const { body, revision } = versionOf(current, earlier);
  const rest = { deleted: false, writeId: 'w', generation: 1, born: 1, stamp: 1, names: [], asked: [], fresh: false };
  const head: HeadBody = { ...body, ...rest, kind: 'head' };
  const documents = new Map(earlier.map((version, at) => [version, versionOf(version, earlier.slice(at + 1))]));
  return { head: { body: head, revision }, documents, named: new Set(earlier), incomplete: false };
}

/** The documents after all steps have been written. */
function afterwards(known: Known, placing: ReturnType<typeof placeVersions>): Known {
  if (placing === null || known.head === null) return known;
  const documents = new Map(known.documents);
  for (const step of placing.history) documents.set(...written(step, documents));
  const head = { ...known.head, body: { ...known.head.body, earlier: [...placing.earlier] } };
  const named = [head.body, ...[...documents.values()].map(({ body }) => body)].flatMap(({ earlier }) => earlier);
  return { head, documents, named: new Set(named), incomplete: false };
}

function written(step: BulkStep, before: ReadonlyMap<number, unknown>): [number, Entry<VersionBody>] {
  if (step.kind !== 'create' && step.kind !== 'index') throw new Error('History is only added to.');
  const body = step.body as VersionBody; // what the plan makes
  expect(before.has(body.version)).toBe(step.kind === 'index');
  return [body.version, { body, revision: revisionOf() }];
}

function expectWhole({ head, documents }: Known, versions: readonly number[]): void {
  const order = [...versions].sort((a, b) => b - a);
  const bodies = [...documents.values()].map(({ body }) => body);
  for (const { version, earlier } of [...bodies, ...(head === null ? [] : [head.body])]) {
    const position = order.indexOf(version);
    expect({ version, earlier }).toEqual({ version, earlier: order.slice(position + 1, position + 1 + EARLIER) });
  }
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffList, invertListPatch, patchList } from './list-patch.ts';

const list = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 30 });

test('a patch leads from one list to the other, and back', () => {
  fc.assert(
    fc.property(list, list, (before, after) => {
      const patch = diffList(before, after);
      expect(patchList(before, patch)).toEqual(after);
      expect(patchList(after, invertListPatch(patch))).toEqual(before);
    }),
  );
});

test('what two people add and remove in a list is merged', () => {
  fc.assert(
    fc.property(list, list, list, (base, mine, theirs) => {
      const merged = patchList(theirs, diffList(base, mine));
      const added = [...mine, ...theirs].filter((id) => !base.includes(id));
      const kept = base.filter((id) => mine.includes(id) && theirs.includes(id));
      expect(merged).toEqual(expect.arrayContaining([...added, ...kept]));
      expect(merged.filter((id) => base.includes(id) && !(mine.includes(id) && theirs.includes(id)))).toEqual([]);
    }),
  );
});

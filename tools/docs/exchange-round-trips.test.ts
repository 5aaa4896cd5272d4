import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NodeKind } from '../../shared/repository/frameworks/kinds.ts';
import { frameworkOf } from '../../test/support/exchange-contents.ts';
import { FORMATS, type Format } from '../../test/support/exchange-formats.ts';
import { changesOver, frameworkIn, importedElsewhere, type Objects } from '../../test/support/exchange-frameworks.ts';
import { storedOf } from '../../test/support/exchange-generated.ts';
import { unnamedLosses } from '../../test/support/exchange-losses.ts';

const RUNS = process.env.CHECKS === 'full' ? 200 : 40;

const formats = Object.entries(FORMATS);
const pairs = formats.flatMap(([from, one]) => formats.map(([to, other]) => [from, to, one, other] as const));

/** Checks generated roots of these kinds with what belongs to them, and the framework with every kind of content. */
async function forAll(kinds: readonly NodeKind[], check: (objects: Objects) => Promise<void>): Promise<void> {
  const everything = await importedElsewhere(frameworkOf(), { property: () => true, relation: () => true });
  await fc.assert(fc.asyncProperty(storedOf(kinds), check), { numRuns: RUNS, examples: [[everything]] });
}

async function through(format: Format, objects: Objects) {
  const before = await frameworkIn(objects);
  const { text, losses: unwritten } = format.write(before);
  const { framework, losses: unread } = await format.read(text, before);
  return { before, text, framework, losses: [...unwritten, ...unread] };
}

describe.each(formats)('an export as %s', (_name, format) => {
  it('changes nothing when it is imported over itself', () =>
    forAll(format.kinds, async (objects) => {
      const { framework } = await through(format, objects);
      expect(await changesOver(objects, framework, format.carries)).toEqual([]);
    }));

  it('is the same document after an import elsewhere', () =>
    forAll(format.lastingKinds, async (objects) => {
      const { text, framework } = await through(format, objects);
      const elsewhere = await frameworkIn(await importedElsewhere(framework, format.carries));
      expect(format.contents(format.write(elsewhere).text)).toEqual(format.contents(text));
    }));
});

describe.each(pairs)('from %s to %s', (_from, _to, one, other) => {
  const kinds = one.kinds.filter((kind) => other.kinds.includes(kind));

  it('nothing is lost that is not named', () =>
    forAll(kinds, async (objects) => {
      const first = await through(one, objects);
      expect(unnamedLosses(first.before, first.framework, first.losses)).toEqual([]);
      const second = await through(other, await importedElsewhere(first.framework, one.carries));
      expect(unnamedLosses(second.before, second.framework, second.losses)).toEqual([]);
    }));
});

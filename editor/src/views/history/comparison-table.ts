import { nameIn } from '../../schemes/name-in.ts';
import type { Words } from '../../words/words.ts';
import { notationOf } from '../graph/relation-graph.ts';
import type { Difference } from './compare.ts';
import { memberName, partName, partText } from './part-text.ts';

/** The names of what a competency is below. @param parents ids; empty: it is at the top */
export function placeText(parents: readonly string[], nameOf: (id: string) => string, t: Words['t']): string {
  return parents.length === 0 ? t('history.at-the-top') : parents.map(nameOf).join(', ');
}

/** The differences of two states as the rows of a table, with a row of headings. */
export function comparisonTable(
  differences: readonly Difference[],
  nameOf: (id: string) => string,
  { t, language }: Pick<Words, 't' | 'language'>,
): readonly (readonly string[])[] {
  const cells = (one: Difference): readonly [property: string, before: string, after: string] => {
    if (one.kind === 'moved') return ['', placeText(one.from, nameOf, t), placeText(one.to, nameOf, t)];
    const text = one.part === null ? '' : partText(one.part, nameOf, { t, language });
    const part = one.part === null ? '' : partName(one.part, t);
    if (one.kind !== 'reworded') return one.kind === 'added' ? [part, '', text] : [part, text, ''];
    return [part === '' ? memberName(one.member, t) : `${part}: ${memberName(one.member, t)}`, one.before, one.after];
  };
  const headings = ['change', 'notation', 'name', 'property', 'before', 'after', 'id'] as const;
  return [
    headings.map((heading) => t(`history.csv-${heading}`)),
    ...differences.map((one) => [
      t(`history.kind-${one.kind}`),
      notationOf(one.object) ?? '',
      nameIn(one.object, language) ?? '',
      ...cells(one),
      one.id,
    ]),
  ];
}

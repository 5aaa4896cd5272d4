import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { textIn } from '../../words/text-of.ts';
import type { Words } from '../../words/words.ts';
import { notationOf } from '../graph/relation-graph.ts';
import { membersOf, SIDES, type Side } from './alignments.ts';
import { alignmentWords } from './kinds.ts';
import type { OpenCrosswalk } from './use-crosswalk.ts';
import type { Names } from './use-names.ts';

/** The alignments as the rows of a table, with a row of headings; what is not aligned has a row with one end. */
export function crosswalkTable(
  { alignments, aligned, states }: Pick<OpenCrosswalk, 'alignments' | 'aligned' | 'states'>,
  names: Names,
  { t, language }: Pick<Words, 't' | 'language'>,
): readonly (readonly string[])[] {
  const cells = (side: Side, id: string | null): readonly string[] => {
    const object: JsonObject | undefined = id === null ? undefined : states[side].objects.get(id);
    if (id === null || object === undefined) return ['', '', ''];
    return [notationOf(object) ?? '', textIn(object, 'name', language) ?? '', id];
  };
  const headings = (side: Side) => [t('crosswalk.csv-notation'), names.framework[side], t('crosswalk.csv-id')];
  const open = SIDES.flatMap((side) =>
    [...membersOf(states[side])]
      .filter((id) => !aligned[side].has(id))
      .map((id) => [
        ...cells('first', side === 'first' ? id : null),
        '',
        ...cells('second', side === 'second' ? id : null),
        '',
      ]),
  );
  return [
    [...headings('first'), t('crosswalk.kind'), ...headings('second'), t('crosswalk.stored-in')],
    ...alignments.map(({ first, second, kind, stored }) => [
      ...cells('first', first),
      alignmentWords(kind, t),
      ...cells('second', second),
      stored.map(({ side }) => names.framework[side]).join(', '),
    ]),
    ...open,
  ];
}

import { textIn } from '../../words/text-of.ts';
import type { WordKey } from '../../words/translation.ts';
import type { Words } from '../../words/words.ts';
import { wordOfProperty } from '../details/fields.ts';
import { RELATION_TYPES } from '../details/relations.ts';
import type { Part } from './compare-parts.ts';

const NAMES = {
  relation: 'history.part-relation',
  level: 'history.part-level',
  rollupRule: 'details.rule',
} as const satisfies Record<Part['kind'], WordKey>;

/** A type of relation in the language of the person; one of another vocabulary as it is. */
export function relationWord(type: string, t: Words['t']): string {
  const known = RELATION_TYPES.find((one) => one === type);
  return known === undefined ? type : t(`relation.${known}`);
}

/** What a relation, level or rule says. */
export function partText(
  part: Part,
  nameOf: (id: string) => string,
  { t, language }: Pick<Words, 't' | 'language'>,
): string {
  switch (part.kind) {
    case 'relation':
      return t('history.to', { type: relationWord(part.type, t), target: nameOf(part.target) });
    case 'level':
      return textIn(part.object, 'title', language) ?? textIn(part.object, 'name', language) ?? t('outline.unnamed');
    case 'rollupRule':
      return textIn(part.object, 'rule', language) ?? '';
  }
}

/** The name of the kind of a part. */
export function partName(part: Part, t: Words['t']): string {
  return t(NAMES[part.kind]);
}

/** Members of relations, levels and rules, which the table of properties does not have. */
const PART_MEMBERS: ReadonlyMap<string, WordKey> = new Map<string, WordKey>([
  ['validFrom', 'field.valid-from'],
  ['validThrough', 'field.valid-through'],
  ['title', 'details.level-title'],
  ['performance', 'details.level-performance'],
  ['rule', 'details.rule'],
]);

/** The name of a member; of one without a word, as it is stored. */
export function memberName(member: string, t: Words['t']): string {
  const word = wordOfProperty(member) ?? PART_MEMBERS.get(member) ?? null;
  return word === null ? member : t(word);
}

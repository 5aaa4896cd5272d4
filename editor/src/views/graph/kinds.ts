import type { WordKey } from '../../words/translation.ts';

/** How relations of a kind are drawn: their lines differ, not their colours. */
export type LineStyle = {
  /** Dashes and gaps; null: a line without gaps. */
  readonly dash: string | null;
  readonly head: 'none' | 'filled' | 'hollow';
  /** Two lines beside each other, as an equals sign. */
  readonly isDouble: boolean;
};

/** How a kind is drawn and laid out: which end comes first. */
type KindOfRelation = LineStyle & { readonly first: 'source' | 'target' };

const line = (
  dash: string | null,
  head: LineStyle['head'],
  first: KindOfRelation['first'] = 'source',
  isDouble = false,
): KindOfRelation => ({ dash, head, first, isDouble });

/** The relation types of the specification, and those that formats bring. */
const KINDS = {
  narrows: line(null, 'hollow', 'target'),
  requires: line('8 4', 'filled', 'target'),
  isEnabledBy: line('8 3 2 3', 'filled', 'target'),
  desires: line('3 3', 'filled', 'target'),
  implies: line(null, 'filled'),
  isEquivalentTo: line(null, 'none', 'source', true),
  majorRelated: line('12 4', 'none'),
  minorRelated: line('4 7', 'none'),
  isRelatedTo: line('2 4', 'none'),
} as const satisfies Readonly<Record<string, KindOfRelation>>;

/** A relation type that the editor has texts for. */
export type KnownKind = keyof typeof KINDS;

/** Types that mean the same in both directions. */
const SYMMETRIC: ReadonlySet<string> = new Set(['isEquivalentTo', 'majorRelated', 'minorRelated', 'isRelatedTo']);

const OTHER = line('10 3 2 3 2 3', 'filled');

function isKnownKind(type: string): type is KnownKind {
  return Object.hasOwn(KINDS, type);
}

/** How relations of a type are drawn; all unknown types have the same line. */
export function kindOf(type: string): KindOfRelation {
  return isKnownKind(type) ? KINDS[type] : OTHER;
}

/** Whether a relation of the type says the same when its ends are exchanged. */
export function isSymmetric(type: string): boolean {
  return SYMMETRIC.has(type);
}

/** The text of a type, between its source and its target; for an unknown type, its name. */
export function kindWords(type: string, t: (key: WordKey) => string): string {
  return isKnownKind(type) ? t(`relation.${type}`) : type.replace(/^.*[/#:]/, '');
}

/** The types that have a different text in the other direction. */
const DIRECTED = ['narrows', 'requires', 'isEnabledBy', 'desires', 'implies'] as const;

/** The text of a type between its target and its source. */
export function backWords(type: string, t: (key: WordKey) => string): string {
  const directed = DIRECTED.find((one) => one === type);
  if (directed !== undefined) return t(`relation.${directed}-back`);
  return isSymmetric(type) ? kindWords(type, t) : `← ${kindWords(type, t)}`;
}

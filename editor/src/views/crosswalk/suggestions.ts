import MiniSearch from 'minisearch';
import { textsOf, valuesOf } from '../../../../shared/exchange/frameworks/values.ts';
import { type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import type { OutlineState } from '../../outline/state.ts';
import { notationOf } from '../graph/relation-graph.ts';
import { folded } from '../outline/type-ahead.ts';
import { membersOf } from './alignments.ts';

/** Why a competency is suggested: its name, its notation, its words, or what it means is like that of the other one, or their parents are aligned. */
export type SuggestionReason = 'name' | 'notation' | 'words' | 'meaning' | 'parent';

/** A competency of the second framework that may correspond to one of the first. */
export type Suggestion = { readonly id: string; readonly reasons: readonly SuggestionReason[] };

/** The texts of a framework's competencies, to be searched by words. */
export type TextIndex = {
  /** The objects that it was made of, by id. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  /** The names of each, one for each of its languages. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** Texts by which two competencies are the same, without regard to case, accents and punctuation. */
  readonly keys: Readonly<Record<'name' | 'notation', ReadonlyMap<string, readonly string[]>>>;
  readonly words: MiniSearch<Document>;
  /** What competencies score that were searched for by their own texts. */
  readonly scores: Map<string, number>;
};

type Document = Readonly<Record<'id' | 'name' | 'description' | 'notation', string>>;

const MOST = 3;

/** The least share of the scores that both competencies have when they are compared with themselves. */
const LEAST_SHARE = 0.25;

/** Competencies with the most words in common, which are compared in detail. */
const COMPARED = 10;

/** Words are compared by their beginnings, so that word forms of many languages are equal. */
const STEM_LENGTH = 5;

/** What means the same in other words is behind what has common words. */
const SHARES: Readonly<Record<Exclude<SuggestionReason, 'words'>, number>> = {
  name: 1,
  notation: 0.4,
  meaning: 0.2,
  parent: 0.15,
};

const NONE_MEANT: ReadonlyMap<string, number> = new Map();

/** Indexes the competencies of a framework. @returns `before`, if their objects are the same as then */
export function indexTexts(state: OutlineState, before: TextIndex | null): TextIndex {
  const members = [...membersOf(state)];
  const objects = new Map(members.map((id) => [id, state.objects.get(id) ?? {}]));
  const isSame = before?.objects.size === objects.size;
  if (isSame && members.every((id) => before.objects.get(id) === objects.get(id))) return before;

  const words = new MiniSearch<Document>({
    fields: ['name', 'description', 'notation'],
    processTerm: (term) => stemOf(term),
    searchOptions: {
      boost: { name: 3 },
      fuzzy: (term) => term.length > 4 && 1,
      prefix: (term) => term.length > 3,
    },
  });
  const names = new Map([...objects].map(([id, object]) => [id, textsIn(object, 'name')]));
  const notations = new Map([...objects].map(([id, object]) => [id, notationOf(object) ?? '']));
  words.addAll(
    [...objects].map(([id, object]) => ({
      id,
      name: (names.get(id) ?? []).join(' '),
      description: textsIn(object, 'description').join(' '),
      notation: notations.get(id) ?? '',
    })),
  );
  const keysOf = (texts: readonly string[]) => texts.map(keyOf).filter((text) => text !== '');
  return {
    objects,
    words,
    scores: new Map(),
    names,
    keys: {
      name: new Map([...names].map(([id, texts]) => [id, keysOf(texts)])),
      notation: new Map([...notations].map(([id, text]) => [id, keysOf([text]).map((key) => key.replaceAll(' ', ''))])),
    },
  };
}

/**
 * The competencies that may correspond to one of another framework, the likeliest first: those with the same name, in any language, the
 * same notation, similar words, or a similar meaning, if possible below the one that its parent is aligned to.
 *
 * @param isWanted whether a competency may be suggested
 * @param isBelowAligned whether a competency is below one that the parent of `id` is aligned to
 * @param meant how similar competencies are in what they mean, from 0 to 1, as far as it is known
 */
export function suggestionsFor(
  id: string,
  own: TextIndex,
  other: TextIndex,
  isWanted: (candidate: string) => boolean,
  isBelowAligned: (candidate: string) => boolean,
  meant: ReadonlyMap<string, number> = NONE_MEANT,
): readonly Suggestion[] {
  const shares = new Map<string, number>();
  const reasons = new Map<string, Set<SuggestionReason>>();

  function add(candidate: string, share: number, reason: SuggestionReason): void {
    if (!isWanted(candidate)) return;
    shares.set(candidate, (shares.get(candidate) ?? 0) + share);
    reasons.set(candidate, (reasons.get(candidate) ?? new Set()).add(reason));
  }

  for (const [candidate, share] of sharedWords(id, own, other)) add(candidate, share, 'words');
  for (const reason of ['name', 'notation'] as const) {
    const wanted = own.keys[reason].get(id) ?? [];
    if (wanted.length === 0) continue;
    for (const [candidate, present] of other.keys[reason]) {
      if (present.some((key) => wanted.includes(key))) add(candidate, SHARES[reason], reason);
    }
  }
  for (const [candidate, similarity] of meant) {
    if (other.objects.has(candidate)) add(candidate, SHARES.meaning * similarity, 'meaning');
  }
  for (const candidate of [...shares.keys()]) if (isBelowAligned(candidate)) add(candidate, SHARES.parent, 'parent');
  return [...shares]
    .sort(([, one], [, another]) => another - one)
    .slice(0, MOST)
    .map(([candidate]) => ({ id: candidate, reasons: [...(reasons.get(candidate) ?? [])] }));
}

/** How much of their words, weighted by their rarity, two competencies share in the language in which it is the most, from 0 to 1. */
function sharedWords(id: string, own: TextIndex, other: TextIndex): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const name of own.names.get(id) ?? []) {
    const ownScore = scoreOf(own, id, name);
    for (const { id: candidate, score } of other.words.search(name).slice(0, COMPARED)) {
      const scores = (other.names.get(candidate) ?? []).map((text) => scoreOf(other, candidate, text));
      const share = Math.min(1, (2 * score) / (ownScore + Math.min(...scores)));
      if (share >= LEAST_SHARE) shares.set(candidate, Math.max(share, shares.get(candidate) ?? 0));
    }
  }
  return shares;
}

/** What a competency scores in its own index, searched for by a text. */
function scoreOf({ words, scores }: TextIndex, id: string, text: string): number {
  const key = `${id} ${text}`;
  const known = scores.get(key);
  if (known !== undefined) return known;
  const score = words.search(text, { filter: (result) => result.id === id })[0]?.score ?? 0;
  scores.set(key, score);
  return score;
}

/** Pairs of competencies with the same name, where each has it alone in its framework. */
export function pairsByName(own: TextIndex, other: TextIndex): readonly (readonly [own: string, other: string])[] {
  const others = uniqueIds(other.keys.name);
  const pairs = [...uniqueIds(own.keys.name)].flatMap(([name, id]) => {
    const counterpart = others.get(name);
    return counterpart === undefined || counterpart === id ? [] : [[id, counterpart] as const];
  });
  return [...new Map(pairs)];
}

/** Competencies in whose texts each of these words, or one that begins with it, occurs. */
export function idsWithWords({ words }: TextIndex, text: string): ReadonlySet<string> {
  const results = words.search(text, { combineWith: 'AND', prefix: true, fuzzy: false });
  return new Set(results.map(({ id }) => String(id)));
}

function uniqueIds(names: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, string> {
  const ids = new Map<string, string | null>();
  for (const [id, keys] of names) for (const key of new Set(keys)) ids.set(key, ids.has(key) ? null : id);
  return new Map([...ids].flatMap(([key, id]) => (id === null ? [] : [[key, id]])));
}

function textsIn(object: JsonObject, field: string): readonly string[] {
  return textsOf(valuesOf(member(object, field), true)).map(({ text }) => text);
}

function stemOf(term: string): string {
  return [...keyOf(term)].slice(0, STEM_LENGTH).join('');
}

/** A text without case, accents, and punctuation. */
function keyOf(text: string): string {
  return folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

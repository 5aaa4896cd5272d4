import type { SearchDocument, SearchField } from '../../search/document.ts';
import { compilePattern } from '../../search/pattern.ts';
import type { Bound, FieldName, Pattern, QueryNode } from '../../search/syntax-tree.ts';
import { pemToken, tokenize } from '../../search/tokenizer.ts';
import { normalizeText } from '../../search/words.ts';
import type { SearchCaller } from '../object-store.ts';
import type { DescribedWrite } from './fixtures.ts';

/**
 * Says whether a search must find an object: the meaning of the query language, written down as plainly as possible, for
 * tests to compare stores with. Looks at one object at a time and knows no index.
 */
export function mustFind(query: QueryNode, object: DescribedWrite, caller: SearchCaller): boolean {
  return maySee(object.search, caller) && (matches(query, subjectOf(object, caller)) ?? false);
}

function maySee(document: SearchDocument, caller: SearchCaller): boolean {
  return caller.admin || document.visibleTo === null || document.visibleTo.some((key) => caller.keys.includes(key));
}

/** The fields of an object, and the key tokens that stand for its protected parts, as far as the caller proved them. */
type Subject = { readonly fields: readonly SearchField[]; readonly protectedTokens: readonly string[] };

function subjectOf({ search, version }: DescribedWrite, caller: SearchCaller): Subject {
  const own = { path: '@version', tokens: [[String(version)]], scalars: [version] };
  const proved = search.participants.filter((key) => caller.admin || caller.keys.includes(key));
  return { fields: [...search.fields, own], protectedTokens: proved.map(pemToken) };
}

/** Null: the query holds no word and counts as absent. */
function matches(node: QueryNode, subject: Subject): boolean | null {
  switch (node.kind) {
    case 'all':
      return true;
    case 'exists':
      return subject.fields.some(({ path }) => matchesBranch(node.field, path));
    case 'term': {
      const tokens = tokenize(node.text);
      if (tokens.length === 0) return null;
      return tokens.some((token) => hasPhrase(subject, node.field, [token], 0));
    }
    case 'phrase': {
      const tokens = tokenize(node.text);
      return tokens.length === 0 ? null : hasPhrase(subject, node.field, tokens, node.slop);
    }
    case 'wildcard':
      return hasWildcard(subject, node.field, node.pattern);
    case 'fuzzy':
      return fieldsOf(subject, node.field).some((field) =>
        field.tokens.flat().some((token) => edits(token, node.text.toLowerCase()) <= allowed(node.text, node.distance)),
      );
    case 'range':
      return fieldsOf(subject, node.field).some((field) =>
        field.scalars.some((value) => inRange(value, node.low, node.high)),
      );
    case 'regex':
      throw new Error('Regular expressions are not part of this oracle.');
    case 'bool':
      return matchesBool(node, subject);
  }
}

function matchesBool(node: Extract<QueryNode, { kind: 'bool' }>, subject: Subject): boolean | null {
  const results = (nodes: readonly QueryNode[]) =>
    nodes.map((child) => matches(child, subject)).filter((result) => result !== null);
  const [must, should, mustNot] = [results(node.must), results(node.should), results(node.mustNot)];
  if (must.length + should.length + mustNot.length === 0) return null;
  if (mustNot.includes(true)) return false;
  return must.length > 0 || should.length === 0 ? !must.includes(false) : should.includes(true);
}

function fieldsOf(subject: Subject, name: FieldName | null): readonly SearchField[] {
  return subject.fields.filter(({ path }) => name === null || compilePattern(name.pattern)(path));
}

function matchesBranch(name: FieldName, path: string): boolean {
  return compilePattern(name.pattern)(path) || compilePattern([...name.pattern, '.', { wildcard: '*' }])(path);
}

function hasPhrase(subject: Subject, name: FieldName | null, tokens: readonly string[], slop: number): boolean {
  const [only] = tokens;
  if (tokens.length === 1 && only !== undefined && subject.protectedTokens.includes(only)) return true;
  return fieldsOf(subject, name).some((field) => field.tokens.some((value) => isNear(tokens, value, slop, [])));
}

/** Tries every way to give the words positions of their own. */
function isNear(words: readonly string[], value: readonly string[], slop: number, taken: readonly number[]): boolean {
  const word = words[taken.length];
  if (word === undefined) {
    const moved = taken.map((position, index) => position - index);
    return Math.max(...moved) - Math.min(...moved) <= slop;
  }
  return value.some((token, at) => token === word && !taken.includes(at) && isNear(words, value, slop, [...taken, at]));
}

function hasWildcard(subject: Subject, name: FieldName | null, pattern: Pattern): boolean {
  if (pattern.every((part) => typeof part !== 'string' && part.wildcard === '*')) {
    return name === null || fieldsOf(subject, name).length > 0;
  }
  const normalized = pattern.map((part) => (typeof part === 'string' ? normalizeText(part) : part));
  return fieldsOf(subject, name).some((field) =>
    field.tokens.flat().some((token) => compilePattern(normalized)(token)),
  );
}

function allowed(text: string, distance: number | 'auto'): number {
  if (distance !== 'auto') return distance;
  return [0, 0, 0, 1, 1, 1][text.length] ?? 2;
}

/** Edits between two words, a swap of neighbours being one, by the recursive definition. */
function edits(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [x, y] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return edits(x, y);
  const swapped = a[0] === b[1] && a[1] === b[0] ? edits(a.slice(2), b.slice(2)) : Number.POSITIVE_INFINITY;
  return 1 + Math.min(edits(x, b), edits(a, y), edits(x, y), swapped);
}

function inRange(value: string | number, low: Bound | null, high: Bound | null): boolean {
  if (low === null && high === null) return true;
  const numeric = [low, high].every((bound) => bound === null || Number.isFinite(Number(bound.value)));
  if (typeof value === 'number') {
    return numeric && isAbove(value, low, Number) && isBelow(value, high, Number);
  }
  const fold = (text: string) => text.toLowerCase();
  return isAbove(fold(value), low, fold) && isBelow(fold(value), high, fold);
}

function isAbove<T extends string | number>(value: T, bound: Bound | null, convert: (text: string) => T): boolean {
  if (bound === null) return true;
  return value > convert(bound.value) || (bound.inclusive && value === convert(bound.value));
}

function isBelow<T extends string | number>(value: T, bound: Bound | null, convert: (text: string) => T): boolean {
  if (bound === null) return true;
  return value < convert(bound.value) || (bound.inclusive && value === convert(bound.value));
}

import { Problem } from '../../base/errors/problem.ts';
import { isObject, type Json, parseJson } from '../linked-data/json.ts';
import { MAX_PATH } from './fields.ts';
import type { SortKey } from './syntax-tree.ts';

/** Maximum length of a sort text, in UTF-16 units. */
const MAX_LENGTH = 8192;

const MAX_KEYS = 8;

/** One entry: a name and its options. */
type Entry = readonly [name: string, options: Json | undefined];

/**
 * Reads engine sort JSON (specification: Search request parameters): a name, an object of names, or an array of both,
 * such as `[{"name.keyword": {"order": "asc", "missing": "_last"}}, "@version"]`.
 *
 * Objects without the member come last unless `missing` says otherwise, with or without `unmapped_type`. `_score`
 * (descending) and `_doc` name the default order: they are allowed only as the last key, and add none. An empty list sorts
 * by relevance.
 *
 * @throws Problem `invalid-parameter` (400, where `sort`) for anything else, naming it
 */
export function parseSort(text: string): SortKey[] {
  const entries = entriesOf(readJson(text));
  const keys: SortKey[] = [];
  for (const [index, [name, options]] of entries.entries()) {
    if (name === '_score' || name === '_doc') checkNatural(name, options, index === entries.length - 1);
    else keys.push(sortKey(name, options));
  }
  if (keys.length > MAX_KEYS) throw refused(`"sort" takes at most ${MAX_KEYS} keys`);
  return keys;
}

function readJson(text: string): Json {
  if (text.length > MAX_LENGTH) throw refused(`"sort" is longer than ${MAX_LENGTH} characters`);
  if (text.trim() === '') return [];
  try {
    return parseJson(text, 'sort');
  } catch (error) {
    if (error instanceof Problem) throw refused('"sort" is not JSON, such as [{"name.keyword": {"order": "asc"}}]');
    throw error;
  }
}

function entriesOf(value: Json): Entry[] {
  if (Array.isArray(value)) return value.flatMap(entriesOfItem);
  return entriesOfItem(value);
}

function entriesOfItem(item: Json): Entry[] {
  if (typeof item === 'string') return [[item, undefined]];
  if (isObject(item)) return Object.entries(item);
  throw refused('"sort" holds names and objects of names');
}

function sortKey(name: string, options: Json | undefined): SortKey {
  const path = name.endsWith('.keyword') ? name.slice(0, -'.keyword'.length) : name;
  if (path === '' || path.length > MAX_PATH) throw refused(`A name in "sort" has 1 to ${MAX_PATH} characters`);
  if (path.startsWith('_')) throw refusedKey(path, 'is not offered: sort by members of the objects');
  const { order, missing } = sortOptions(name, options, 'asc');
  return { path, order, missing };
}

/** Checks a key for the default order. */
function checkNatural(name: string, options: Json | undefined, last: boolean): void {
  if (!last) throw refused(`"sort" takes ${name} only as its last key`);
  const { order } = sortOptions(name, options, 'desc');
  if (name === '_score' && order === 'asc') throw refused('"sort" by _score is offered in descending order only');
}

/** The options of one sort key. */
type SortOptions = Pick<SortKey, 'order' | 'missing'>;

/**
 * Reads what follows a name in engine sort JSON: `"desc"`, or an object with `order`, `missing` (`_first`, `_last`),
 * `unmapped_type` (of no effect) and `mode` (only the default: `min` for ascending, `max` for descending order).
 *
 * @param name for the error text
 * @throws Problem `invalid-parameter` (400, where `sort`) for any other option or value: scripts and the like are not offered
 */
function sortOptions(name: string, value: Json | undefined, defaultOrder: SortKey['order']): SortOptions {
  if (value === undefined) return { order: defaultOrder, missing: 'last' };
  if (typeof value === 'string') return { order: orderOf(name, value), missing: 'last' };
  if (!isObject(value)) throw refusedKey(name, 'takes "asc", "desc" or an object');
  let order = defaultOrder;
  let missing: SortKey['missing'] = 'last';
  let mode: Json | undefined;
  for (const [option, setting] of Object.entries(value)) {
    switch (option) {
      case 'order':
        order = orderOf(name, setting);
        break;
      case 'missing':
        missing = missingOf(name, setting);
        break;
      case 'unmapped_type':
        if (typeof setting !== 'string') throw refusedKey(name, 'has an "unmapped_type" that is not a text');
        break;
      case 'mode':
        mode = setting;
        break;
      default:
        throw refusedKey(name, `has the option ${JSON.stringify(option.slice(0, 64))}, which is not offered`);
    }
  }
  if (mode !== undefined && mode !== (order === 'asc' ? 'min' : 'max')) {
    throw refusedKey(name, 'has a "mode" that is not offered: it is "min" in ascending and "max" in descending order');
  }
  return { order, missing };
}

function orderOf(name: string, value: Json): SortKey['order'] {
  const order = typeof value === 'string' ? value.toLowerCase() : value;
  if (order !== 'asc' && order !== 'desc') throw refusedKey(name, 'has an order other than "asc" and "desc"');
  return order;
}

function missingOf(name: string, value: Json): SortKey['missing'] {
  if (value === '_first') return 'first';
  if (value === '_last') return 'last';
  throw refusedKey(name, 'has a "missing" other than "_first" and "_last"');
}

function refusedKey(name: string, what: string): Problem {
  return refused(`"sort" by ${JSON.stringify(name.slice(0, 64))} ${what}`);
}

function refused(what: string): Problem {
  return new Problem('invalid-parameter', `${what}.`, { where: 'sort' });
}

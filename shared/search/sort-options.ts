import { Problem } from '../errors/problem.ts';
import { isObject, type Json } from '../linked-data/json.ts';
import type { SortKey } from './syntax-tree.ts';

/** What one sort key says besides its name. */
export type SortOptions = Pick<SortKey, 'order' | 'missing'>;

/**
 * Reads what follows a name in engine sort JSON: `"desc"`, or an object with `order`, `missing` (`_first`, `_last`),
 * `unmapped_type` (of no effect) and `mode` (only what holds anyway: `min` for ascending, `max` for descending order).
 *
 * @param name for the words of an error
 * @throws Problem `invalid-parameter` (400, where `sort`) for any other option or value: scripts and the like are not offered
 */
export function sortOptions(name: string, value: Json | undefined, defaultOrder: SortKey['order']): SortOptions {
  if (value === undefined) return { order: defaultOrder, missing: 'last' };
  if (typeof value === 'string') return { order: orderOf(name, value), missing: 'last' };
  if (!isObject(value)) throw refused(name, 'takes "asc", "desc" or an object');
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
        if (typeof setting !== 'string') throw refused(name, 'has an "unmapped_type" that is not a text');
        break;
      case 'mode':
        mode = setting;
        break;
      default:
        throw refused(name, `has the option ${JSON.stringify(option.slice(0, 64))}, which is not offered`);
    }
  }
  if (mode !== undefined && mode !== (order === 'asc' ? 'min' : 'max')) {
    throw refused(name, 'has a "mode" that is not offered: it is "min" in ascending and "max" in descending order');
  }
  return { order, missing };
}

function orderOf(name: string, value: Json): SortKey['order'] {
  const order = typeof value === 'string' ? value.toLowerCase() : value;
  if (order !== 'asc' && order !== 'desc') throw refused(name, 'has an order other than "asc" and "desc"');
  return order;
}

function missingOf(name: string, value: Json): SortKey['missing'] {
  if (value === '_first') return 'first';
  if (value === '_last') return 'last';
  throw refused(name, 'has a "missing" other than "_first" and "_last"');
}

function refused(name: string, what: string): Problem {
  return new Problem('invalid-parameter', `"sort" by ${JSON.stringify(name.slice(0, 64))} ${what}.`, { where: 'sort' });
}

import type * as z from 'zod/mini';
import { scanInSlices } from '../../shared/repository/linked-data/json-items.ts';
import { JsonScan, type JsonSpan, LARGE_OBJECT_LENGTH } from '../../shared/repository/linked-data/json-scan.ts';
import type { ShownVersion } from '../../shared/repository/objects/present.ts';
import type { Render } from '../../shared/repository/objects/visible-texts.ts';
import type { searchParameters } from './parameters.ts';

/** How each result is sent where `lengths` or `times` ask for another form than that of the object. */
export function renderOf({ lengths, times }: Pick<z.infer<typeof searchParameters>, 'lengths' | 'times'>): Render {
  const short = lengths === undefined ? async ({ text }: Pick<ShownVersion, 'text'>) => text : withLengths(lengths);
  if (times === undefined) return short;
  return async (shown) => `{"time":${shown.stored.time},"object":${await short(shown)}}`;
}

/**
 * Shortens objects: a list in one of these members becomes the number of its items. Other values stay unchanged.
 *
 * @param names names of members of the object itself, separated by commas
 * @returns a function that returns the shortened text of an object
 */
function withLengths(names: string): (shown: Pick<ShownVersion, 'text'>) => Promise<string> {
  const members = new Set(names.split(','));
  return async ({ text }) => {
    const found = [...(await scan(text, { what: 'The object', members })).members.values()];
    const parts: string[] = [];
    let end = 0;
    for (const span of found.toSorted((a, b) => a.start - b.start)) {
      parts.push(text.slice(end, span.start), await lengthOrText(text, span));
      end = span.end;
    }
    return parts.join('') + text.slice(end);
  };
}

async function lengthOrText(text: string, { start, end }: JsonSpan): Promise<string> {
  const value = text.slice(start, end);
  if (!value.startsWith('[')) return value;
  const { items } = await scan(value, { what: 'The list', maxItems: Number.MAX_SAFE_INTEGER });
  return String(items.length);
}

async function scan(text: string, options: ConstructorParameters<typeof JsonScan>[1]): Promise<JsonScan> {
  if (text.length > LARGE_OBJECT_LENGTH) return scanInSlices(text, options);
  const short = new JsonScan(text, options);
  short.advance(text.length);
  return short;
}

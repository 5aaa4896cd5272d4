import type { CompleteRequestParams, CompleteResult } from '@modelcontextprotocol/server';
import { entryOf } from '../../shared/repository/linked-data/entry-of.ts';
import { guidOf } from '../../shared/repository/linked-data/identifiers.ts';
import { typeKey } from '../../shared/repository/linked-data/type-key.ts';
import type { McpRepository } from './repository.ts';

/** Maximum values of a completion (MCP: completion). */
const MAX_VALUES = 100;

/** Maximum number of objects that a completion examines. */
const MAX_FOUND = 200;

/** Types of the objects that an argument refers to, by the name of the argument. */
const TYPES: Readonly<Record<string, string>> = {
  framework: '*framework',
  source: '*framework',
  target: '*framework',
};

/** completion/complete: ids of objects that the caller may read, by the beginning of the id or of a word of the name. */
export async function complete(
  repository: McpRepository,
  { ref, argument: { name, value } }: CompleteRequestParams,
): Promise<CompleteResult> {
  const types = entryOf(TYPES, name) ?? (ref.type === 'ref/resource' ? typesOf(ref.uri) : null);
  if (types === null) return { completion: { values: [] } };
  const words = value.match(/[\p{L}\p{N}]+/gu) ?? [];
  const q = words.length === 0 ? '*' : words.map((word) => `(name:${word}* OR @id:*${word}*)`).join(' AND ');
  const found = await repository.find({ q, types, size: MAX_FOUND });
  const values = found.map(({ id, object }) => {
    if (name === 'type') return typeKey(object);
    return name === 'uid' && id.includes('/api/data/') ? guidOf(id) : id;
  });
  const distinct = [...new Set(values)];
  const shown = distinct.slice(0, MAX_VALUES);
  return { completion: { values: shown, hasMore: distinct.length > shown.length } };
}

/** The types that a template is for. */
function typesOf(uri: string): string {
  return uri.includes('//outline/') ? '*framework' : '*framework,*competency';
}

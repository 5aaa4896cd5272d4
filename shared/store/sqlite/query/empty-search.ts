import type { DatabaseSync } from 'node:sqlite';
import { literalText } from '../../../search/pattern.ts';
import type { SearchRequest } from '../../object-store.ts';

/**
 * Recognizes searches for everything of types that no object has had. They find nothing, and need no thread: each process makes
 * such a search when it starts and every few seconds (`followForwarding`).
 */
export function openEmptySearchCheck(db: DatabaseSync): (request: SearchRequest) => boolean {
  const find = db.prepare('SELECT 1 FROM type_keys WHERE name IN (SELECT value FROM json_each(?)) LIMIT 1');
  return ({ query, types, cursor }) => {
    if (query.kind !== 'all' || types === null || cursor !== null) return false;
    const names = types.include.map(literalText);
    return !names.includes(null) && find.get(JSON.stringify(names)) === undefined;
  };
}

import type { DatabaseSync } from 'node:sqlite';
import { literalText } from '../../../repository/search/pattern.ts';
import type { SearchRequest } from '../../../repository/store/object-store.ts';

/** Returns a read that says whether the search finds nothing; null for searches that are not checked. */
type EmptySearchCheck = (request: SearchRequest) => (() => boolean) | null;

/**
 * Recognizes searches for everything of types that no object has had. They find nothing, and need no thread: each process makes
 * such a search when it starts and every few seconds (`followForwarding`).
 */
export function openEmptySearchCheck(db: DatabaseSync): EmptySearchCheck {
  const find = db.prepare('SELECT 1 FROM type_keys WHERE name IN (SELECT value FROM json_each(?)) LIMIT 1');
  return ({ query, types, cursor }) => {
    if (query.kind !== 'all' || types === null || cursor !== null) return null;
    const names = types.include.map(literalText);
    return names.includes(null) ? null : () => find.get(JSON.stringify(names)) === undefined;
  };
}

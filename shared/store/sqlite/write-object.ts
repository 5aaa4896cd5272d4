import type { DatabaseSync } from 'node:sqlite';
import type { ObjectKey, RemoveOutcome, RemoveRequest, WriteOutcome, WriteRequest } from '../object-store.ts';
import type { Indexer } from './indexer.ts';
import { encodeAccess, HEAD_COLUMNS, number, type Row, text, toHead } from './rows.ts';

/** Writes and deletes single objects inside the transaction that is open. */
export type ObjectWriter = {
  write(request: WriteRequest): WriteOutcome;
  remove(request: RemoveRequest): RemoveOutcome;
};

export function openObjectWriter(db: DatabaseSync, indexer: Indexer): ObjectWriter {
  const statements = {
    state: db.prepare('SELECT doc, version, write_id, deleted_at FROM objects WHERE key = ?'),
    head: db.prepare(`SELECT ${HEAD_COLUMNS} FROM objects o JOIN versions v ON v.number = o.head WHERE o.key = ?`),
    alias: db.prepare('SELECT doc, strong FROM aliases WHERE name = ?'),
    insertObject: db.prepare(
      'INSERT INTO objects (key, short_id, head, version, write_id, deleted_at) VALUES (?, ?, 0, ?, ?, NULL)',
    ),
    updateObject: db.prepare(
      'UPDATE objects SET short_id = ?, head = ?, version = ?, write_id = ?, deleted_at = NULL WHERE doc = ?',
    ),
    insertVersion: db.prepare('INSERT INTO versions (doc, version, id, time, access, text) VALUES (?, ?, ?, ?, ?, ?)'),
    setAlias: db.prepare(
      `INSERT INTO aliases (name, doc, strong) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET doc = excluded.doc, strong = excluded.strong`,
    ),
    markDeleted: db.prepare('UPDATE objects SET deleted_at = ?, write_id = ? WHERE doc = ?'),
  };

  function headOf(key: ObjectKey) {
    const row = statements.head.get(key);
    return row === undefined ? null : toHead(row);
  }

  function aliasOwner(name: string): { doc: number; strong: boolean } | null {
    const row = statements.alias.get(name);
    return row === undefined ? null : { doc: number(row, 'doc'), strong: row.strong === 1 };
  }

  /** The first strong alias of the request that another object holds as strongly, or null. */
  function takenAlias(request: WriteRequest, doc: number | null): string | null {
    for (const name of strongNames(request)) {
      const owner = aliasOwner(name);
      if (owner?.strong === true && owner.doc !== doc) return name;
    }
    return null;
  }

  function claimAliases(request: WriteRequest, doc: number): void {
    const strong = strongNames(request);
    for (const name of strong) {
      const owner = aliasOwner(name);
      if (owner === null || owner.doc !== doc || !owner.strong) statements.setAlias.run(name, doc, 1);
    }
    for (const { name } of request.aliases) {
      if (!strong.has(name) && aliasOwner(name) === null) statements.setAlias.run(name, doc, 0);
    }
  }

  return {
    write(request) {
      const state = statements.state.get(request.key);
      if (!isExpected(state, request.expected) || (state && request.version <= number(state, 'version'))) {
        return { status: 'conflict', head: headOf(request.key) };
      }
      const taken = takenAlias(request, state === undefined ? null : number(state, 'doc'));
      if (taken !== null) return { status: 'alias-taken', alias: taken };

      const { key, shortId, id, version, time, access } = request;
      const writeId = crypto.randomUUID();
      const doc =
        state === undefined
          ? Number(statements.insertObject.run(key, shortId, version, writeId).lastInsertRowid)
          : number(state, 'doc');
      const head = statements.insertVersion.run(doc, version, id, time, encodeAccess(access), request.text);
      statements.updateObject.run(shortId, head.lastInsertRowid, version, writeId, doc);
      claimAliases(request, doc);
      indexer.put(doc, { document: request.search, version });
      const stored = { key, shortId, id, version, time, text: request.text, access };
      return { status: 'stored', head: { ...stored, deleted: false, writeId } };
    },

    remove(request) {
      const state = statements.state.get(request.key);
      if (state === undefined || !isExpected(state, request.expected) || state.deleted_at !== null) {
        return { status: 'conflict', head: headOf(request.key) };
      }
      const doc = number(state, 'doc');
      statements.markDeleted.run(request.time, crypto.randomUUID(), doc);
      indexer.put(doc, null);
      const head = headOf(request.key);
      if (head === null) throw new Error('An object vanished while it was being deleted.');
      return { status: 'removed', head };
    },
  };
}

function strongNames(request: WriteRequest): Set<string> {
  const names = request.aliases.filter((alias) => alias.strength === 'strong').map((alias) => alias.name);
  return new Set([request.shortId, ...names]);
}

function isExpected(state: Row | undefined, expected: string | null): boolean {
  return state === undefined ? expected === null : text(state, 'write_id') === expected;
}

import type { DatabaseSync } from 'node:sqlite';
import type { Alias, WriteRequest } from '../../../repository/store/object-store.ts';
import { number, text } from '../rows.ts';

/** The names that an object requests. */
type Names = Pick<WriteRequest, 'shortId' | 'aliases'>;

/** Assigns names to objects inside the open transaction. */
export type AliasClaims = {
  /** The first requested strong alias that is a strong alias of an object other than `doc`, or null. */
  taken(names: Names, doc: number | null): string | null;
  /** Assigns the strong aliases, and the weak ones that no object has. */
  claim(names: Names, doc: number): void;
};

export function openAliasClaims(db: DatabaseSync): AliasClaims {
  const find = db.prepare('SELECT doc, strong FROM aliases WHERE name = ?');
  const claimStrong = db.prepare(
    `INSERT INTO aliases (name, doc, strong) VALUES (?, ?, 1)
     ON CONFLICT (name) DO UPDATE SET doc = excluded.doc, strong = 1 WHERE doc <> excluded.doc OR strong <> 1`,
  );
  const claimWeak = db.prepare('INSERT OR IGNORE INTO aliases (name, doc, strong) VALUES (?, ?, 0)');

  function ownerOf(name: string): { doc: number; strong: boolean } | null {
    const row = find.get(name);
    return row === undefined ? null : { doc: number(row, 'doc'), strong: row.strong === 1 };
  }

  return {
    taken(names, doc) {
      for (const name of strongNames(names)) {
        const owner = ownerOf(name);
        if (owner?.strong === true && owner.doc !== doc) return name;
      }
      return null;
    },
    claim(names, doc) {
      const strong = strongNames(names);
      for (const name of strong) claimStrong.run(name, doc);
      for (const { name } of names.aliases) if (!strong.has(name)) claimWeak.run(name, doc);
    },
  };
}

function strongNames({ shortId, aliases }: Names): Set<string> {
  return new Set([shortId, ...aliases.filter(({ strength }) => strength === 'strong').map(({ name }) => name)]);
}

/** Reads the aliases of an object, without its short id. */
export function openAliasReader(db: DatabaseSync): (doc: number, shortId: string) => readonly Alias[] {
  const read = db.prepare('SELECT name, strong FROM aliases WHERE doc = ? AND name <> ? ORDER BY name');
  return (doc, shortId) =>
    read.all(doc, shortId).map((row) => ({ name: text(row, 'name'), strength: row.strong === 1 ? 'strong' : 'weak' }));
}

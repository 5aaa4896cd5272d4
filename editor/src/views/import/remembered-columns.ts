import * as z from 'zod/mini';
import { ROLES } from './column-roles.ts';
import type { Column } from './columns.ts';

const KEY = 'competency-editor.columns';

/** Number of tables whose columns are remembered: the last ones. */
const MAX_TABLES = 20;

const storedSchema = z.array(
  z.object({
    headers: z.array(z.string()),
    columns: z.array(z.object({ role: z.string(), language: z.nullable(z.string()) })),
  }),
);

/** What a person chose for the last table with the same headers; null without one. */
export function rememberedColumns(storage: Storage | null, headers: readonly string[]): readonly Column[] | null {
  const found = stored(storage).find((table) => isSame(table.headers, headers));
  if (found === undefined || found.columns.length !== headers.length) return null;
  const columns = found.columns.flatMap(({ role: name, language }): Column[] => {
    const role = ROLES.find((one) => one === name);
    return role === undefined ? [] : [{ role, language }];
  });
  return columns.length === headers.length ? columns : null;
}

/** Remembers a choice for the next table with these headers; null forgets it. */
export function rememberColumns(
  storage: Storage | null,
  headers: readonly string[],
  columns: readonly Column[] | null,
): void {
  const others = stored(storage).filter((table) => !isSame(table.headers, headers));
  const tables = columns === null ? others : [{ headers, columns }, ...others];
  try {
    storage?.setItem(KEY, JSON.stringify(tables.slice(0, MAX_TABLES)));
  } catch {
    // a private window, or a full disk: the next table is guessed
  }
}

function stored(storage: Storage | null): z.infer<typeof storedSchema> {
  try {
    const read = storedSchema.safeParse(JSON.parse(storage?.getItem(KEY) ?? '[]'));
    return read.success ? read.data : [];
  } catch {
    return []; // written by something else, or not readable in this window
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((header, i) => header.trim() === other[i]?.trim());
}

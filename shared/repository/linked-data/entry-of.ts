/** The entry of a table with a name that others chose: names that all objects have, such as `constructor`, have none. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

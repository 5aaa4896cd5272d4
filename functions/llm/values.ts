import type { Payload } from '../../shared/http/payload.ts';
import { type Json, parseJson } from '../../shared/repository/linked-data/json.ts';

/** Parameters of a body in either binding, by name; null is treated as absent. */
export function valuesIn(payload: Payload, names: readonly string[]): Record<string, Json> {
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const text = payload.part(name);
      if (text === undefined) return [];
      const value = payload.binding === 'json' ? parseJson(text, name) : text;
      return value === null ? [] : [[name, value]];
    }),
  );
}

import { isEncryptedValue } from '../access/kbac-types.ts';
import { isObject, type Json, type JsonObject, member } from '../linked-data/json.ts';

/** What a framework says about the objects that belong to it. */
export type FrameworkReferences = {
  /** The ids of competencies and relations as they stand there. */
  readonly ids: readonly string[];
  /** Some of what belongs to it cannot be read: it is encrypted. */
  readonly sealed: boolean;
};

/** The members that list them (specification: Framework), also with a prefix or as an address. */
const LISTS = /(?:^|[/#:])(?:competency|relation)$/;

/** Members of an object in such a list that hold ids, or further lists (JSON-LD 1.1, 9.2 to 9.7). */
const WITHIN = ['@id', 'id', '@list', '@set', '@value'];

/**
 * The competencies and relations that a framework refers to.
 *
 * @param lists names of the members that list them, when others are meant
 */
export function frameworkReferences(framework: JsonObject, lists: RegExp = LISTS): FrameworkReferences {
  const found = { ids: [] as string[], sealed: isEncryptedValue(framework) };
  for (const [name, value] of Object.entries(framework)) if (lists.test(name)) collect(value, found);
  return found;
}

function collect(value: Json | undefined, found: { readonly ids: string[]; sealed: boolean }): void {
  if (typeof value === 'string') found.ids.push(value);
  else if (Array.isArray(value)) for (const item of value) collect(item, found);
  else if (isObject(value)) {
    if (isEncryptedValue(value)) found.sealed = true;
    for (const name of WITHIN) collect(member(value, name), found);
  }
}

import type { Json, JsonObject } from '../../repository/linked-data/json.ts';
import { member } from '../../repository/linked-data/json.ts';
import { isUuid, ownUuid, uuidOf } from '../../repository/linked-data/uuids.ts';
import type { Properties } from './model.ts';
import { scalarText, valuesOf } from './values.ts';

/** The CTID (CTDL) of an object: `ce-` and its UUID. */
export function ctidOf(id: string): string {
  return `ce-${uuidOf(id)}`;
}

/**
 * The identifier of an object, a UUID, by which formats with identifiers of their own know it: the one that it came with
 * (`schema:identifier`), the one that its id ends in, that of its CTID, or else one that is derived from its id.
 *
 * @param id without version
 */
export function identifierOf({ id, properties }: { readonly id: string; readonly properties: Properties }): string {
  return (
    uuidAmong(properties.get('schema:identifier')) ??
    ownUuid(id)?.toLowerCase() ??
    uuidAmong(properties.get('ceterms:ctid')) ??
    uuidOf(id)
  );
}

/** As {@link identifierOf}, of a stored object; definitions of CASE have it in `identifier`. */
export function storedIdentifierOf(object: JsonObject, id: string): string {
  const properties = new Map<string, readonly Json[]>();
  for (const name of ['identifier', 'schema:identifier', 'ceterms:ctid']) {
    const values = valuesOf(member(object, name), false);
    if (values.length > 0) properties.set(name === 'identifier' ? 'schema:identifier' : name, values);
  }
  return identifierOf({ id, properties });
}

/** The UUIDs, in lower case, that a stored object was given: its identifier, and that of its CTID. */
export function knownUuids(object: JsonObject, id: string): readonly string[] {
  const ctid = uuidAmong(valuesOf(member(object, 'ceterms:ctid'), false));
  return [storedIdentifierOf(object, id), ...(ctid === undefined ? [] : [ctid])].map((uuid) => uuid.toLowerCase());
}

function uuidAmong(values: readonly Json[] | undefined): string | undefined {
  const texts = (values ?? []).flatMap((value) => scalarText(value)?.replace(/^ce-/i, '') ?? []);
  return texts.find(isUuid);
}

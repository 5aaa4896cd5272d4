import { SERVICE_CONTEXT } from '../../../shared/exchange/frameworks/vocabulary.ts';
import { type JsonObject, setMember } from '../../../shared/repository/linked-data/json.ts';
import type { Fields, Maker } from './command.ts';

/** Makes ids below the service's address, as the client library does. @param base ending in `/api/` */
export function idMaker(base: string): Maker['newId'] {
  return (type) => `${base}data/schema.cassproject.org.0.4.${type}/${crypto.randomUUID()}`;
}

/** A new object of the service's vocabulary. */
export function newObject(type: string, fields: Fields, { newId, owners, now }: Maker): JsonObject {
  const object: JsonObject = { '@context': SERVICE_CONTEXT, '@type': type, '@id': newId(type) };
  setFields(object, fields);
  object['schema:dateCreated'] = now();
  if (owners.length > 0) object['@owner'] = [...owners];
  return object;
}

/** Sets members; null removes one. */
export function setFields(object: JsonObject, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) delete object[name];
    else setMember(object, name, value);
  }
}

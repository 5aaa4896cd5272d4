import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { typeKey } from '../../../shared/repository/linked-data/type-key.ts';

/** The object at the address of a framework is something else, or is encrypted. */
export class NotAFramework extends Error {
  override readonly name = 'NotAFramework';
  readonly object: JsonObject;

  constructor(object: JsonObject) {
    super('The object is not a framework, or is encrypted.');
    this.object = object;
  }
}

/** Whether an object is a framework that can be read, in any version of the service's vocabulary. */
export function isFramework(object: JsonObject): boolean {
  return !isEncryptedValue(object) && /(?:^|\.)framework$/.test(typeKey(object));
}

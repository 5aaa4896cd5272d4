import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { typeKey } from '../../../shared/repository/linked-data/type-key.ts';

/** Something else is where a framework was to be opened: the object, which stays as it is. */
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

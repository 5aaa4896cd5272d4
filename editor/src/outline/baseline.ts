import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';

/** The state of an object at the service, as far as this page knows. */
export type Base = {
  /** As the person sees it: decrypted. */
  readonly object: JsonObject;
  /** As it is stored: the same, unless it is encrypted. */
  readonly stored: JsonObject;
  /** The tag of that state; null: not known, as after a batch. */
  readonly etag: string | null;
};

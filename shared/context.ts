import type { SheetVerifier } from './access/signature-sheet.ts';
import type { ObjectContext } from './objects/context.ts';
import type { KeyValueStore } from './store/key-value-store.ts';

/**
 * What operations need, made once per process by the platform's entry point and handed down: nothing is global. What one group of
 * endpoints alone needs is in the `context.ts` of its folder in `functions/`, so that a function that serves another group is built
 * without it.
 */
export type Context = ObjectContext & {
  readonly keyValues: KeyValueStore;
  readonly sheets: SheetVerifier;
  /** Public keys of the admin, single-line PEM, the server's own first. */
  readonly adminPublicKeys: readonly string[];
};

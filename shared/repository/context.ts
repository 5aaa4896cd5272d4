import type { RequestOutcome } from '../base/telemetry/request-outcome.ts';
import type { SheetVerifier } from './access/signature-sheet.ts';
import type { ObjectContext } from './objects/context.ts';
import type { ServerKeys } from './secrets/server-keys.ts';
import type { SignOn } from './sign-on.ts';
import type { KeyValueStore } from './store/key-value-store.ts';

/**
 * What operations need, created once per process by the platform's entry point and passed down: nothing is global. What only one
 * group of endpoints needs is in its folder in `functions/` (`IdentityContext`), so that functions of other groups do without it.
 */
export type Context = ObjectContext & {
  readonly keyValues: KeyValueStore;
  readonly sheets: SheetVerifier;
  readonly keys: ServerKeys;
  /** Null in key-based mode. */
  readonly signOn: SignOn | null;
  /** Called when each request has been answered; absent where nothing measures that. */
  readonly onRequest?: (outcome: RequestOutcome) => void;
  /** Public keys of the admin, single-line PEM, the server's own first. */
  readonly adminPublicKeys: readonly string[];
};

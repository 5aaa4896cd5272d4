import type { Forwarding } from './access/forwarding.ts';
import type { SheetVerifier } from './access/signature-sheet.ts';
import type { Operations } from './admin/operations.ts';
import type { Config } from './config/config.ts';
import type { ReadKey } from './crypto/public-key.ts';
import type { Identities } from './identity/identities.ts';
import type { ChangeFeed } from './notifications/change-feed.ts';
import type { Turns } from './objects/turns.ts';
import type { ProfileInvalidation } from './profiles/cache/changes.ts';
import type { ProfileService } from './profiles/service/profile-service.ts';
import type { KeyValueStore } from './store/key-value-store.ts';
import type { ObjectStore } from './store/object-store.ts';
import type { Logger } from './telemetry/logger.ts';

/**
 * Everything that an operation needs of the world, made once per process by the platform's entry point and handed down:
 * nothing is global.
 */
export type Context = {
  readonly config: Config;
  readonly store: ObjectStore;
  readonly keyValues: KeyValueStore;
  readonly sheets: SheetVerifier;
  /** Which keys lead to which others. */
  readonly forwarding: Forwarding;
  /** Reads PEM public keys and remembers them. */
  readonly readKey: ReadKey;
  readonly identities: Identities;
  readonly changes: ChangeFeed;
  /** Keeps writes of one object apart. */
  readonly turns: Turns;
  readonly logger: Logger;
  /** Public keys of the admin, single-line PEM, the server's own first. */
  readonly adminPublicKeys: readonly string[];
  /** Whether this is the secret that opens the admin operations. A function, so that nothing can print the secret. */
  readonly isAdminSecret: (given: string) => boolean;
  /** Profiles, and what writes have to tell of. The service is null where the adapter is disabled. */
  readonly profiles: ProfileInvalidation & { readonly service: ProfileService | null };
  /** The admin operations under way. */
  readonly operations: Operations;
  /** UTC milliseconds. */
  readonly now: () => number;
};

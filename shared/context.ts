import type { Forwarding } from './access/forwarding.ts';
import type { SheetVerifier } from './access/signature-sheet.ts';
import type { Operations } from './admin/operations.ts';
import type { Config } from './config/config.ts';
import type { ReadKey } from './crypto/public-key.ts';
import type { Identities } from './identity/identities.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { ChangeFeed } from './notifications/change-feed.ts';
import type { LargeObjects } from './objects/large-objects.ts';
import type { Turns } from './objects/turns.ts';
import type { ProfileInvalidation } from './profiles/cache/changes.ts';
import type { ProfileService } from './profiles/service/profile-service.ts';
import type { KeyValueStore } from './store/key-value-store.ts';
import type { ObjectStore } from './store/object-store.ts';
import type { Logger } from './telemetry/logger.ts';

/**
 * What every operation on objects needs of the world, made once per process by the platform's entry point and handed down:
 * nothing is global. What one group of endpoints alone needs is apart, so that a function that serves another group is built
 * without it.
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
  readonly changes: ChangeFeed;
  /** Keeps writes of one object apart. */
  readonly turns: Turns;
  /** Works on large objects beside the requests of others. */
  readonly large: LargeObjects;
  /** Limits what large requests and answers hold at once. */
  readonly memory: MemoryBudget;
  readonly logger: Logger;
  /** Public keys of the admin, single-line PEM, the server's own first. */
  readonly adminPublicKeys: readonly string[];
  /** What writes have to tell of profiles. */
  readonly profiles: ProfileInvalidation;
  /** UTC milliseconds. */
  readonly now: () => number;
};

/** What the identity endpoints need. */
export type IdentityContext = Pick<Context, 'config'> & { readonly identities: Identities };

/** What the profile endpoints need. */
export type ProfileContext = Context & {
  /** The service is null where the adapter is disabled. */
  readonly profiles: ProfileInvalidation & { readonly service: ProfileService | null };
};

/** What the admin operations need. */
export type AdminContext = Context & {
  /** Whether this is the secret that opens the admin operations. A function, so that nothing can print the secret. */
  readonly isAdminSecret: (given: string) => boolean;
  /** The admin operations under way. */
  readonly operations: Operations;
};

/** What the system endpoints need. */
export type SystemContext = Pick<Context, 'config' | 'adminPublicKeys' | 'store' | 'now'> & {
  /** Tells what the process is doing. */
  readonly operations: Pick<Operations, 'state'>;
};

/** Everything, for a process that serves all groups. */
export type ServerContext = IdentityContext & ProfileContext & AdminContext;

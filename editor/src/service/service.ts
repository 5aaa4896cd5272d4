import type { PrivateKey } from '../../../shared/base/crypto/private-key.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type Batches, createBatches } from './batches.ts';
import { type Copies, createCopies } from './copies.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { createNotifications, type NotificationOptions, type Subscribe } from './notifications.ts';
import { createObjects, type Objects } from './objects.ts';
import { createOperations, type Operations } from './operations.ts';
import { createProfiles, type Profiles } from './profiles.ts';
import { createSearches, type Searches } from './search.ts';
import { createSender, type Sender } from './send.ts';

/**
 * The client of a competency service: what the views read with. They write with a `WritingService`. Every operation can be aborted;
 * all throw ServiceError.
 */
export type Service = Objects &
  Batches &
  Copies &
  Exchange &
  Profiles &
  Operations &
  Searches &
  Pick<Sender, 'ping'> & {
    /** The address of the service, ending in `/api/`. */
    readonly base: string;
    readonly accounts: Accounts;
    /** The notification channel. */
    readonly subscribe: Subscribe;
    /** Operations that only some views need. @param create makes them, such as `createBadges` */
    readonly part: <Part>(create: (sender: Sender) => Part) => Part;
  };

export type ServiceOptions = NotificationOptions & {
  /** The address of the service, ending in `/api/`. */
  readonly base: string;
  /** The keys that requests prove: the keys of the person's identities. */
  readonly keys: () => readonly PrivateKey[];
  readonly fetch?: typeof globalThis.fetch;
  /** UTC milliseconds. */
  readonly now?: () => number;
};

export function createService({ base, keys, fetch, now, ...notifications }: ServiceOptions): Service {
  const sender = createSender({ base, keys, ...(fetch && { fetch }), ...(now && { now }) });
  return {
    base,
    ping: sender.ping,
    ...createObjects(base, sender),
    ...createBatches(sender),
    ...createCopies(sender),
    ...createExchange(sender),
    ...createProfiles(sender),
    ...createOperations(sender),
    ...createSearches(base, sender),
    accounts: createAccounts(sender),
    subscribe: createNotifications(base, sender, notifications),
    part: (create) => create(sender),
  };
}

import type { ServerEventBus } from '@modelcontextprotocol/server';
import { md5Hex } from '../../../shared/base/crypto/md5.ts';
import { Problem } from '../../../shared/base/errors/problem.ts';
import type { Caller } from '../../../shared/repository/access/caller.ts';
import { guidOf } from '../../../shared/repository/linked-data/identifiers.ts';
import { shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import type { Admission, Notifications } from '../../../shared/repository/notifications/notifications.ts';
import { targetOf } from './templates.ts';

/** Maximum number of addresses in one subscription. */
const MAX_ADDRESSES = 100;

/** The longest delay that `setTimeout` accepts. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The source of updates of resources. */
type Source = {
  readonly admit: Notifications['admit'];
  readonly caller: () => Caller;
  readonly bases: readonly string[];
  /** The current time, UTC milliseconds. */
  readonly now: () => number;
};

/** The updates of the resources of one subscription (MCP 2026-07-28: subscriptions). */
export type Updates = {
  readonly bus: ServerEventBus;
  /** Ends the updates, unless the bus has a subscriber: they then end with it. */
  readonly endUnlessUsed: () => void;
};

/** Changes that a subscriber of the notification channel would receive, and the addresses that they update. */
type Feed = { readonly admission: Admission; readonly updated: (ids: readonly string[]) => readonly string[] };

/**
 * Opens the updates of the resources that the caller may read, as on the notification channel. An outline is updated with any of its
 * competencies.
 *
 * @param close ends the subscription: the server stops, or a signature of the caller has expired
 * @throws Problem `invalid-parameter` (400) for too many addresses, `store-unavailable` (503)
 */
export async function openUpdates(addresses: readonly string[], source: Source, close: () => void): Promise<Updates> {
  if (addresses.length > MAX_ADDRESSES) {
    throw new Problem('invalid-parameter', `resourceSubscriptions has more than ${MAX_ADDRESSES} addresses.`, {
      where: 'resourceSubscriptions',
    });
  }
  const feeds = await openFeeds(addresses, source);
  let isUsed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    clearTimeout(timer);
    for (const { admission } of feeds) admission.end();
  }

  return {
    endUnlessUsed: () => (isUsed ? undefined : end()),
    bus: {
      publish: () => {},
      subscribe(listener) {
        isUsed = true;
        const expiries = source.caller().proofs.map(({ expires }) => expires - source.now());
        if (expiries.length > 0) timer = setTimeout(close, Math.min(Math.max(0, Math.min(...expiries)), MAX_TIMER_MS));
        for (const { admission, updated } of feeds) {
          admission.connect({
            fail: close,
            async send(message) {
              for (const uri of updated(idsIn(message))) listener({ kind: 'resource_updated', uri });
            },
          });
        }
        return end;
      },
    },
  };
}

async function openFeeds(addresses: readonly string[], { admit, caller, bases }: Source): Promise<readonly Feed[]> {
  const feeds: Feed[] = [];
  const byName = new Map<string, string[]>();
  const all = { wantsType: null, framework: null, since: null, cursors: false } as const;
  try {
    for (const uri of new Set(addresses)) {
      const target = targetOf(uri);
      if (target?.kind === 'object') {
        const name = shortIdOf(target.uid, bases);
        byName.set(name, [...(byName.get(name) ?? []), uri]);
      }
      if (target?.kind !== 'outline') continue;
      const admission = await admit({ ...all, framework: target.uid }, caller).catch(unlessNotFound);
      if (admission !== null) feeds.push({ admission, updated: () => [uri] });
    }
    if (byName.size > 0) {
      const updated = (ids: readonly string[]) => ids.flatMap(namesOf).flatMap((name) => byName.get(name) ?? []);
      feeds.push({ admission: await admit(all, caller), updated });
    }
    return feeds;
  } catch (error) {
    for (const { admission } of feeds) admission.end();
    throw error;
  }
}

/** A framework that does not exist, or may not be read, has no updates. */
function unlessNotFound(error: unknown): null {
  if (error instanceof Problem && error.code === 'not-found') return null;
  throw error;
}

/** The names of an object in addresses. */
function namesOf(shortId: string): readonly string[] {
  return [...new Set([shortId, guidOf(shortId), md5Hex(shortId)])];
}

/** The ids in a message of the notification channel. */
function idsIn(message: string): readonly string[] {
  return message.startsWith('[') ? JSON.parse(message) : [message];
}

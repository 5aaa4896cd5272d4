import type { KeyedQueue } from '../../../shared/concurrency/keyed-queue.ts';
import type { MemoryBudget } from '../../../shared/memory-budget.ts';
import type { Notifications } from '../../../shared/notifications/notifications.ts';
import type { ProfileService } from '../../../shared/profiles/service/profile-service.ts';
import type { NodeContext } from '../context.ts';
import type { Stores } from '../stores.ts';
import type { Metrics } from './metrics.ts';

/** Stores whose calls are measured. */
export function measuredStores(metrics: Metrics, { objects, keyValues, close }: Stores): Stores {
  return {
    objects: measuredStore(metrics, 'objects', objects),
    keyValues: measuredStore(metrics, 'values', keyValues),
    close,
  };
}

/** The parts of a context that are measured, in place of those that are not. */
export function measuredParts(metrics: Metrics, ctx: NodeContext) {
  const { service } = ctx.profiles;
  const notifications = measuredNotifications(metrics, ctx.notifications);
  return {
    onRequest: metrics.onRequest,
    memory: measuredMemory(metrics, ctx.memory),
    writeQueue: measuredQueue(metrics, ctx.writeQueue),
    notifications,
    changes: notifications,
    profiles: { ...ctx.profiles, service: service && measuredProfiles(metrics, service) },
  } satisfies Partial<NodeContext>;
}

/** A store whose calls are measured. */
function measuredStore<T extends object>({ storeCalls }: Metrics, store: 'objects' | 'values', target: T): T {
  return new Proxy(target, {
    get(_target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      return async (...args: unknown[]): Promise<unknown> => {
        const end = storeCalls.startTimer({ store, method: name });
        try {
          const result: unknown = await Reflect.apply(value, target, args);
          end({ outcome: 'ok' });
          return result;
        } catch (error) {
          end({ outcome: 'error' });
          throw error;
        }
      };
    },
  });
}

/** A memory budget that counts who waits for it. */
function measuredMemory({ waiting }: Metrics, memory: MemoryBudget): MemoryBudget {
  return {
    tryHold: (bytes) => memory.tryHold(bytes),
    async hold(bytes) {
      const held = memory.tryHold(bytes);
      if (held !== null) return held;
      waiting.inc({ queue: 'memory' });
      try {
        return await memory.hold(bytes);
      } finally {
        waiting.dec({ queue: 'memory' });
      }
    },
  };
}

/** A queue that counts what waits in it. */
function measuredQueue({ waiting }: Metrics, queue: KeyedQueue): KeyedQueue {
  return {
    async run(keys, work) {
      let isWaiting = true;
      const begin = (): void => {
        if (isWaiting) waiting.dec({ queue: 'writes' });
        isWaiting = false;
      };
      waiting.inc({ queue: 'writes' });
      try {
        return await queue.run(keys, () => {
          begin();
          return work();
        });
      } finally {
        begin();
      }
    },
  };
}

/** A notification channel that counts its subscribers. */
function measuredNotifications({ subscribers }: Metrics, notifications: Notifications): Notifications {
  return {
    ...notifications,
    async admit(subscription, caller) {
      const admission = await notifications.admit(subscription, caller);
      let isConnected = false;
      return {
        connect(sink) {
          isConnected = true;
          subscribers.inc();
          admission.connect(sink);
        },
        end() {
          if (isConnected) subscribers.dec();
          isConnected = false;
          admission.end();
        },
      };
    },
  };
}

/** Profiles that are counted when they are answered. */
function measuredProfiles({ profiles }: Metrics, service: ProfileService): ProfileService {
  return {
    ...service,
    async latest(...request) {
      const answer = await service.latest(...request);
      profiles.inc({ kept: String(answer.cached) });
      return answer;
    },
  };
}

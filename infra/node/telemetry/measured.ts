import type { ServerContext } from '../../../functions/context.ts';
import type { KeyedQueue } from '../../../shared/base/concurrency/keyed-queue.ts';
import type { Limiter } from '../../../shared/base/concurrency/limiter.ts';
import type { MemoryBudget, Reservation } from '../../../shared/base/concurrency/memory-budget.ts';
import type { ProfileService } from '../../../shared/profiles/service/profile-service.ts';
import type { Notifications } from '../../../shared/repository/notifications/notifications.ts';
import type { Stores } from '../stores.ts';
import type { Instruments, QueueName, StoreCall } from './instruments.ts';

/** Stores whose calls are measured. */
export function measuredStores(instruments: Instruments, { objects, keyValues, close }: Stores): Stores {
  return {
    objects: measuredStore(instruments, 'objects', objects),
    keyValues: measuredStore(instruments, 'values', keyValues),
    close,
  };
}

/** A limiter whose queue is counted. */
export function measuredLimiter({ onWaiting }: Instruments, queue: QueueName, limiter: Limiter): Limiter {
  return (work) => counted(onWaiting, queue, (begin) => limiter(begin(work)));
}

/** The parts of a context that are measured. */
type MeasuredParts = Pick<ServerContext, 'onRequest' | 'writeQueue' | 'changes' | 'profiles'> & {
  readonly notifications: Notifications;
};

/** The measured versions of parts of a context. */
export function measuredParts(instruments: Instruments, ctx: Omit<MeasuredParts, 'onRequest'>): MeasuredParts {
  const { service } = ctx.profiles;
  const notifications = measuredNotifications(instruments, ctx.notifications);
  return {
    onRequest: instruments.onRequest,
    writeQueue: measuredQueue(instruments, ctx.writeQueue),
    notifications,
    changes: notifications,
    profiles: { ...ctx.profiles, service: service && measuredProfiles(instruments, service) },
  };
}

/** A store whose calls are measured. Its methods return promises. */
function measuredStore<T extends object>({ onStoreCall }: Instruments, store: StoreCall['store'], target: T): T {
  const methods = new Map<string, (...args: unknown[]) => Promise<unknown>>();
  return new Proxy(target, {
    get(_target, name) {
      if (typeof name !== 'string') return Reflect.get(target, name);
      const known = methods.get(name);
      if (known !== undefined) return known;
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const call: StoreCall = { store, method: name };
      const method = (...args: unknown[]): Promise<unknown> => {
        const end = onStoreCall(call);
        const result: Promise<unknown> = Reflect.apply(value, target, args);
        result.then(() => end(null), end);
        return result;
      };
      methods.set(name, method);
      return method;
    },
  });
}

/** A memory budget that counts the requests that wait for it. */
export function measuredMemory({ onWaiting }: Instruments, memory: MemoryBudget): MemoryBudget {
  const waiting = async <T>(held: Promise<T>): Promise<T> => {
    onWaiting('memory', 1);
    try {
      return await held;
    } finally {
      onWaiting('memory', -1);
    }
  };
  const measured = (reservation: Reservation): Reservation => ({
    ...reservation,
    hold: (bytes) => waiting(reservation.hold(bytes)),
    keep: (bytes) => measured(reservation.keep(bytes)),
  });
  return { ...memory, hold: (bytes) => waiting(memory.hold(bytes)), reserve: () => measured(memory.reserve()) };
}

/** A queue whose length is counted. */
function measuredQueue({ onWaiting }: Instruments, queue: KeyedQueue): KeyedQueue {
  return { run: (keys, work) => counted(onWaiting, 'writes', (begin) => queue.run(keys, begin(work))) };
}

/**
 * Counts work as waiting until it begins, or until it fails without having begun.
 *
 * @param enqueue enqueues the work that `begin` returns
 */
async function counted<T>(
  onWaiting: Instruments['onWaiting'],
  queue: QueueName,
  enqueue: (begin: <R>(work: () => Promise<R>) => () => Promise<R>) => Promise<T>,
): Promise<T> {
  let isWaiting = true;
  const end = (): void => {
    if (isWaiting) onWaiting(queue, -1);
    isWaiting = false;
  };
  onWaiting(queue, 1);
  try {
    return await enqueue((work) => () => {
      end();
      return work();
    });
  } finally {
    end();
  }
}

/** A notification channel that counts its subscribers. */
function measuredNotifications({ onSubscriber }: Instruments, notifications: Notifications): Notifications {
  return {
    ...notifications,
    async admit(subscription, caller) {
      const admission = await notifications.admit(subscription, caller);
      let isConnected = false;
      return {
        connect(sink) {
          isConnected = true;
          onSubscriber(1);
          admission.connect(sink);
        },
        end() {
          if (isConnected) onSubscriber(-1);
          isConnected = false;
          admission.end();
        },
      };
    },
  };
}

/** Profiles that are counted when they are returned. */
function measuredProfiles({ onProfile }: Instruments, service: ProfileService): ProfileService {
  return {
    ...service,
    async latest(...request) {
      const answer = await service.latest(...request);
      onProfile(answer.cached);
      return answer;
    },
  };
}

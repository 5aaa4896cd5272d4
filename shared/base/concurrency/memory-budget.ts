import { Problem } from '../errors/problem.ts';

/** Releases the memory. Further calls do nothing. */
export type Release = () => void;

/**
 * Limits the bytes that large requests and responses hold at once in this process, so that no number of them can exhaust its
 * memory. Each holder estimates the amount before it allocates.
 */
export type MemoryBudget = {
  /**
   * Resolves, in the order of the calls, once this many bytes are free. More bytes than the whole budget are granted too, but only alone.
   * Fewer than {@link UNCOUNTED_BYTES} are not counted and never wait.
   *
   * @throws Problem `overloaded` (503, with `retryAfter`) if they are not free within {@link WAIT_MS}
   */
  hold(bytes: number): Promise<Release>;
  /** Like `hold`, but returns null instead of waiting. For callers that already hold memory, whose waiting could deadlock. */
  tryHold(bytes: number): Release | null;
  /** Counts data that is already in memory, immediately and even beyond the budget. */
  add(bytes: number): Release;
  /** Returns a reservation for one request, which holds nothing at first. */
  reserve(): Reservation;
};

/**
 * The memory that one request holds while it finds out how much it needs. Requests that hold memory and wait for more would wait for
 * each other: therefore they come before new ones, and one of them at a time gets more than is free. In total, at most twice the
 * budget is held.
 */
export type Reservation = {
  /**
   * Holds at least this many bytes in total, at most the whole budget.
   *
   * @throws Problem `overloaded` (503, with `retryAfter`) if the memory is not free within {@link WAIT_MS}
   */
  hold(bytes: number): Promise<void>;
  /** The number of bytes that it holds. */
  held(): number;
  /** Passes this many of its bytes on to the response, which needs them until it has been sent, and releases the rest. */
  keep(bytes: number): Reservation;
  release(): void;
};

/** Holds at least this many bytes for a request, as {@link Reservation} does. */
export type Hold = Reservation['hold'];

/** Smaller amounts are not counted: the number of connections limits them. */
export const UNCOUNTED_BYTES = 65_536;

/** How long a request waits for others to finish before it is refused. */
export const WAIT_MS = 10_000;

/** @param capacity bytes that may be held at once */
export function createMemoryBudget(capacity: number): MemoryBudget {
  let held = 0;
  /** Requests that hold memory and wait for more. */
  const growing = createQueue();
  const queue = createQueue();
  /** The one reservation that may exceed the free memory. */
  let overdraft: Reservation | null = null;

  function take(bytes: number): Release {
    held += bytes;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      held -= bytes;
      admit();
    };
  }

  function fits(bytes: number): boolean {
    return held + bytes <= capacity;
  }

  function admit(): void {
    while (growing.proceed((bytes) => overdraft === null || fits(bytes)));
    while (growing.isEmpty() && queue.proceed(fits));
  }

  function tryHold(wanted: number): Release | null {
    if (wanted < UNCOUNTED_BYTES) return NOTHING_HELD;
    const bytes = Math.min(wanted, capacity);
    return queue.isEmpty() && growing.isEmpty() && fits(bytes) ? take(bytes) : null;
  }

  async function hold(wanted: number): Promise<Release> {
    const held = tryHold(wanted);
    if (held !== null) return held;
    const bytes = Math.min(wanted, capacity);
    let release = NOTHING_HELD;
    await queue.wait(bytes, admit, () => (release = take(bytes)));
    return release;
  }

  function createReservation(first: number): Reservation {
    let own = first;
    /** The amount that it holds or waits for. */
    let claimed = first;
    let releases = 0;

    /** @returns a function that adds the bytes, unless the reservation was released before */
    function granting(bytes: number): () => void {
      const before = releases;
      return () => {
        if (releases !== before) return;
        if (!fits(bytes)) overdraft = self;
        held += bytes;
        own += bytes;
      };
    }

    async function claim(bytes: number): Promise<void> {
      const grant = granting(bytes);
      if (own > 0 && (fits(bytes) || overdraft === null || overdraft === self)) grant();
      else if (own > 0) await growing.wait(bytes, admit, grant);
      else if (fits(bytes) && queue.isEmpty() && growing.isEmpty()) grant();
      else await queue.wait(bytes, admit, grant);
    }

    function drop(kept: number): void {
      held -= own - kept;
      own = 0;
      claimed = 0;
      releases += 1;
    }

    const self: Reservation = {
      held: () => own,
      async hold(wanted) {
        const more = Math.min(wanted, capacity) - claimed;
        if (more <= 0 || wanted < UNCOUNTED_BYTES) return;
        const before = releases;
        claimed += more;
        try {
          await claim(more);
        } catch (error) {
          if (releases === before) claimed -= more;
          throw error;
        }
      },
      keep(bytes) {
        const kept = createReservation(Math.min(bytes, own));
        drop(kept.held());
        if (overdraft === self) overdraft = kept;
        admit();
        return kept;
      },
      release() {
        drop(0);
        if (overdraft === self) overdraft = null;
        admit();
      },
    };
    return self;
  }

  return {
    hold,
    tryHold,
    add: (bytes) => (bytes < UNCOUNTED_BYTES ? NOTHING_HELD : take(bytes)),
    reserve: () => createReservation(0),
  };
}

/** The release of an amount that is not counted. */
export const NOTHING_HELD: Release = () => {};

type Waiting = { readonly bytes: number; readonly proceed: () => void };

/** A queue of requests that wait for memory. */
function createQueue() {
  const queue: Waiting[] = [];
  return {
    isEmpty: () => queue.length === 0,
    /** Lets the first one proceed, if it may. @returns whether it did */
    proceed(mayProceed: (bytes: number) => boolean): boolean {
      const [first] = queue;
      if (first === undefined || !mayProceed(first.bytes)) return false;
      queue.shift();
      first.proceed();
      return true;
    },
    /** @param onLeave called when a request gives up: a smaller one behind it may fit */
    wait(bytes: number, onLeave: () => void, take: () => void): Promise<void> {
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          bytes,
          proceed() {
            clearTimeout(timer);
            take();
            resolve();
          },
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1);
          onLeave();
          reject(overloaded());
        }, WAIT_MS);
        queue.push(waiting);
      });
    },
  };
}

function overloaded(): Problem {
  return new Problem(
    'overloaded',
    'The service holds as much of large requests and answers as its memory allows: try again later, or ask for less at once.',
    { retryAfter: 5 },
  );
}

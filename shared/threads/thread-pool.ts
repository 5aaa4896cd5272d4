/** What a pool asks of a thread; a `Worker` of Node is one. */
export type Thread = {
  postMessage(message: unknown): void;
  terminate(): unknown;
  /** Keeps the process alive while the thread lives. */
  ref(): void;
  /** The opposite of {@link Thread.ref}. */
  unref(): void;
  on(event: 'message' | 'error' | 'exit', listener: (value: unknown) => void): unknown;
};

/** Threads that work on one task each at a time. */
export type ThreadPool<Task, Answer> = {
  /**
   * Has a thread work on a task: the first that is free.
   *
   * @param deadline milliseconds that waiting and work may take together
   * @returns what the thread answers
   * @throws what {@link ThreadPoolOptions.refuse} makes of why there is no answer
   */
  run(task: Task, deadline: number): Promise<Answer>;
  /** Answers what was asked before, then ends the threads. */
  close(): Promise<void>;
};

/** Why a task has no answer: too many wait or the pool is closed, its deadline is over, or its thread ended. */
export type Refusal = 'busy' | 'late' | 'died';

export type ThreadPoolOptions<Task> = {
  /** Starts a thread; called when one is needed and none is free. It answers every task with one message. */
  readonly start: () => Thread;
  /** Most threads. */
  readonly size: number;
  /** Most tasks that wait for a thread; the next one is refused. */
  readonly maxWaiting: number;
  /** Milliseconds past its deadline after which a thread that does not come back is given up. */
  readonly grace: number;
  /** Milliseconds without a task after which a thread is ended; absent: never. */
  readonly idle?: number;
  /**
   * Hands a task over.
   *
   * @param budget milliseconds that it may take
   * @param wanted false once nobody waits for the answer any more; looked at by those that hand over little by little
   */
  readonly send: (thread: Thread, task: Task, budget: number, wanted: () => boolean) => void | Promise<void>;
  /** Has a thread without a task end. */
  readonly end: (thread: Thread) => void;
  /** What who asked is told. */
  readonly refuse: (why: Refusal) => unknown;
  /** Is told of faults, for the log. */
  readonly report: (error: unknown) => void;
};

/** Threads given up that may still be busy; as long as there are more, no new one starts. */
const MAX_LOST = 2;

type Timer = ReturnType<typeof setTimeout>;

type Job<Task, Answer> = {
  readonly task: Task;
  /** When its deadline is over, as `performance.now()` counts. */
  readonly until: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  /** Ends the waiting; from then on the seat has a timer. */
  readonly patience: Timer;
};

type Seat<Task, Answer> = {
  readonly thread: Thread;
  job: Job<Task, Answer> | null;
  /** With a job, until it is given up; without one, until the thread is ended. */
  timer: Timer | undefined;
  state: 'serving' | 'lost' | 'failed' | 'ended';
};

/**
 * A pool in which a thread that dies or hangs takes nothing with it but the task it was at: that is refused, and another
 * thread takes its place when it is needed.
 */
export function createThreadPool<Task, Answer>(options: ThreadPoolOptions<Task>): ThreadPool<Task, Answer> {
  const { size, maxWaiting, grace, idle, refuse, report } = options;
  type Waiting = Job<Task, Answer>;
  type Place = Seat<Task, Answer>;
  const seats = new Set<Place>();
  const waiting = new Set<Waiting>();
  const open = new Set<Promise<unknown>>();
  let lost = 0;
  let closed = false;

  function startSeat(): Place {
    const seat: Place = { thread: options.start(), job: null, timer: undefined, state: 'serving' };
    seats.add(seat);
    seat.thread.unref();
    seat.thread.on('message', (answer) => {
      const job = release(seat);
      job?.resolve(answer as Answer); // the thread's module says nothing else
      next();
      if (seat.job === null && seat.state === 'serving') rest(seat);
    });
    seat.thread.on('error', (error) => {
      seat.state = seat.state === 'serving' ? 'failed' : seat.state;
      report(error);
    });
    seat.thread.on('exit', (code) => {
      if (seat.state === 'lost') lost--;
      const job = release(seat);
      if (job !== null && seat.state === 'serving')
        report(new Error(`A thread ended at work, with exit code ${code}.`));
      seats.delete(seat);
      job?.reject(refuse('died'));
      next();
    });
    return seat;
  }

  function release(seat: Place): Waiting | null {
    const { job } = seat;
    clearTimeout(seat.timer);
    seat.job = null;
    seat.thread.unref();
    return job;
  }

  function rest(seat: Place): void {
    if (idle === undefined) return;
    seat.timer = setTimeout(() => {
      seats.delete(seat);
      seat.state = 'ended';
      options.end(seat.thread);
    }, idle);
  }

  function freeSeat(): Place | null {
    for (const seat of seats) if (seat.job === null && seat.state === 'serving') return seat;
    return seats.size < size && lost <= MAX_LOST ? startSeat() : null;
  }

  function next(): void {
    for (const job of waiting) {
      let seat: Place | null = null;
      try {
        seat = freeSeat();
        if (seat === null) return;
      } catch (error) {
        report(error);
      }
      waiting.delete(job);
      clearTimeout(job.patience);
      if (seat === null) job.reject(refuse('died'));
      else assign(seat, job);
    }
  }

  function assign(seat: Place, job: Waiting): void {
    const budget = Math.max(0, job.until - performance.now());
    clearTimeout(seat.timer);
    seat.job = job;
    seat.thread.ref();
    seat.timer = setTimeout(() => giveUp(seat, refuse('late')), budget + grace);
    const wanted = (): boolean => seat.job === job;
    const send = async (): Promise<void> => options.send(seat.thread, job.task, budget, wanted);
    send().catch((error: unknown) => {
      if (wanted()) giveUp(seat, error);
    });
  }

  /** A thread may be inside a step that cannot be interrupted: it ends when that does, and another takes its place. */
  function giveUp(seat: Place, reason: unknown): void {
    seats.delete(seat);
    seat.state = 'lost';
    lost++;
    const job = release(seat);
    void seat.thread.terminate();
    job?.reject(reason);
    next();
  }

  function ask(task: Task, deadline: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        if (waiting.delete(job)) reject(refuse('late'));
      }, deadline);
      const job: Waiting = { task, until: performance.now() + deadline, resolve, reject, patience };
      waiting.add(job);
      next();
    });
  }

  return {
    async run(task, deadline) {
      if (closed || waiting.size >= maxWaiting) throw refuse('busy');
      const answer = ask(task, deadline);
      open.add(answer);
      try {
        return await answer;
      } finally {
        open.delete(answer);
      }
    },
    async close() {
      closed = true;
      await Promise.allSettled(open);
      await Promise.all([...seats].map((seat) => whenEnded(seat)));
    },
  };

  function whenEnded(seat: Place): Promise<void> {
    return new Promise((resolve) => {
      clearTimeout(seat.timer);
      seat.thread.ref();
      seat.thread.on('exit', () => resolve());
      options.end(seat.thread);
    });
  }
}

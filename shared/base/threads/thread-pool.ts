/** The used part of Node's `Worker`. */
export type Thread = {
  postMessage(message: unknown): void;
  terminate(): unknown;
  /** Keeps the process alive while the thread lives. */
  ref(): void;
  /** The opposite of {@link Thread.ref}. */
  unref(): void;
  on(event: 'message' | 'error' | 'exit', listener: (value: unknown) => void): unknown;
};

/** Threads that each work on one task at a time. */
export type ThreadPool<Task, Answer> = {
  /**
   * Runs a task on the first free thread.
   *
   * @param timeoutMs time limit for waiting and work together
   * @returns the message of the thread
   * @throws the error from {@link ThreadPoolOptions.refuse} if the thread sends no message
   */
  run(task: Task, timeoutMs: number): Promise<Answer>;
  /** Finishes the tasks that were accepted, then ends the threads. */
  close(): Promise<void>;
};

/** Called when a task begins to wait in the queue (1), and when it no longer does (-1). */
export type WaitListener = (change: 1 | -1) => void;

/** Why a task was refused: the queue is full or the pool closed, the timeout has expired, or its thread ended. */
export type Refusal = 'busy' | 'late' | 'died';

export type ThreadPoolOptions<Task> = {
  /** Starts a thread when none is free. It must answer every task with one message. */
  readonly start: () => Thread;
  /** Maximum number of threads. */
  readonly size: number;
  /** Maximum number of tasks in the queue. */
  readonly maxWaiting: number;
  /** A thread is terminated this long after the timeout of its task. */
  readonly graceMs: number;
  /** A thread is ended after this time without a task; absent: never. */
  readonly idleTimeoutMs?: number;
  /**
   * Sends a task to a thread.
   *
   * @param budgetMs the time left for it
   * @param isWanted returns false once the task was aborted, for senders that send in parts
   */
  readonly send: (thread: Thread, task: Task, budgetMs: number, isWanted: () => boolean) => void | Promise<void>;
  /** Ends a thread that has no task. */
  readonly end: (thread: Thread) => void;
  /** The error that a refused task rejects with. */
  readonly refuse: (why: Refusal) => unknown;
  /** Logs a fault. */
  readonly report: (error: unknown) => void;
  readonly onWaiting?: WaitListener;
};

/** No thread is started while more terminated ones than this may still be running. */
const MAX_TERMINATING = 2;

type Timer = ReturnType<typeof setTimeout>;

type Job<Task, Answer> = {
  readonly task: Task;
  /** Deadline on the clock of `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  /** Refuses the task while it is in the queue; while it runs, the timer of its worker applies. */
  readonly queueTimer: Timer;
};

type Worker<Task, Answer> = {
  readonly thread: Thread;
  job: Job<Task, Answer> | null;
  /** With a job, terminates the thread; without one, ends it when idle. */
  timer: Timer | undefined;
  state: 'serving' | 'terminating' | 'failed' | 'ended';
};

/**
 * A pool in which a thread that dies or hangs fails only its current task. Another thread replaces it when needed.
 */
export function createThreadPool<Task, Answer>(options: ThreadPoolOptions<Task>): ThreadPool<Task, Answer> {
  const { size, maxWaiting, graceMs, idleTimeoutMs, refuse, report, onWaiting = () => {} } = options;
  type PoolJob = Job<Task, Answer>;
  type PoolWorker = Worker<Task, Answer>;
  const workers = new Set<PoolWorker>();
  const queue = new Set<PoolJob>();
  const accepted = new Set<Promise<unknown>>();
  let terminating = 0;
  let closed = false;

  function startWorker(): PoolWorker {
    const worker: PoolWorker = { thread: options.start(), job: null, timer: undefined, state: 'serving' };
    workers.add(worker);
    worker.thread.unref();
    worker.thread.on('message', (answer) => {
      const job = release(worker);
      job?.resolve(answer as Answer); // the thread's module sends nothing else
      next();
      if (worker.job === null && worker.state === 'serving') startIdleTimer(worker);
    });
    worker.thread.on('error', (error) => {
      worker.state = worker.state === 'serving' ? 'failed' : worker.state;
      report(error);
    });
    worker.thread.on('exit', (code) => {
      if (worker.state === 'terminating') terminating--;
      const job = release(worker);
      if (job !== null && worker.state === 'serving')
        report(new Error(`A thread ended during a task, with exit code ${code}.`));
      workers.delete(worker);
      job?.reject(refuse('died'));
      next();
    });
    return worker;
  }

  function release(worker: PoolWorker): PoolJob | null {
    const { job } = worker;
    clearTimeout(worker.timer);
    worker.job = null;
    worker.thread.unref();
    return job;
  }

  function startIdleTimer(worker: PoolWorker): void {
    if (idleTimeoutMs === undefined) return;
    worker.timer = setTimeout(() => {
      workers.delete(worker);
      worker.state = 'ended';
      options.end(worker.thread);
    }, idleTimeoutMs);
  }

  function freeWorker(): PoolWorker | null {
    for (const worker of workers) if (worker.job === null && worker.state === 'serving') return worker;
    return workers.size < size && terminating <= MAX_TERMINATING ? startWorker() : null;
  }

  /** @returns whether it was in the queue */
  function dequeue(job: PoolJob): boolean {
    if (!queue.delete(job)) return false;
    onWaiting(-1);
    return true;
  }

  function next(): void {
    for (const job of queue) {
      let worker: PoolWorker | null = null;
      try {
        worker = freeWorker();
        if (worker === null) return;
      } catch (error) {
        report(error);
      }
      dequeue(job);
      clearTimeout(job.queueTimer);
      if (worker === null) job.reject(refuse('died'));
      else assign(worker, job);
    }
  }

  function assign(worker: PoolWorker, job: PoolJob): void {
    const budgetMs = Math.max(0, job.deadline - performance.now());
    clearTimeout(worker.timer);
    worker.job = job;
    worker.thread.ref();
    worker.timer = setTimeout(() => terminate(worker, refuse('late')), budgetMs + graceMs);
    const isWanted = (): boolean => worker.job === job;
    const send = async (): Promise<void> => options.send(worker.thread, job.task, budgetMs, isWanted);
    send().catch((error: unknown) => {
      if (isWanted()) terminate(worker, error);
    });
  }

  /** Terminates a thread. It may be inside a step that cannot be interrupted, and ends after that step. */
  function terminate(worker: PoolWorker, reason: unknown): void {
    workers.delete(worker);
    worker.state = 'terminating';
    terminating++;
    const job = release(worker);
    void worker.thread.terminate();
    job?.reject(reason);
    next();
  }

  function enqueue(task: Task, timeoutMs: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const queueTimer = setTimeout(() => {
        if (dequeue(job)) reject(refuse('late'));
      }, timeoutMs);
      const job: PoolJob = { task, deadline: performance.now() + timeoutMs, resolve, reject, queueTimer };
      queue.add(job);
      onWaiting(1);
      next();
    });
  }

  return {
    async run(task, timeoutMs) {
      if (closed || queue.size >= maxWaiting) throw refuse('busy');
      const answer = enqueue(task, timeoutMs);
      accepted.add(answer);
      try {
        return await answer;
      } finally {
        accepted.delete(answer);
      }
    },
    async close() {
      closed = true;
      await Promise.allSettled(accepted);
      await Promise.all([...workers].map((worker) => whenEnded(worker)));
    },
  };

  function whenEnded(worker: PoolWorker): Promise<void> {
    return new Promise((resolve) => {
      clearTimeout(worker.timer);
      worker.thread.ref();
      worker.thread.on('exit', () => resolve());
      options.end(worker.thread);
    });
  }
}

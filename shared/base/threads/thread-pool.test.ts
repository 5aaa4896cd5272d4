import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createThreadPool, type Refusal, type Thread, type ThreadPoolOptions } from './thread-pool.ts';

/** A thread that the test controls. */
type FakeThread = Thread & {
  readonly tasks: unknown[];
  ended: boolean;
  /** Emits an event of the thread. */
  emit(event: 'message' | 'error' | 'exit', value: unknown): void;
};

function fakeThread(): FakeThread {
  const listeners: [string, (value: unknown) => void][] = [];
  const thread: FakeThread = {
    tasks: [],
    ended: false,
    postMessage: (message) => void thread.tasks.push(message),
    terminate: () => {
      thread.ended = true;
    },
    ref: () => undefined,
    unref: () => undefined,
    on: (event, listener) => void listeners.push([event, listener]),
    emit(event, value) {
      for (const [name, listener] of listeners) if (name === event) listener(value);
    },
  };
  return thread;
}

type Options = Pick<Partial<ThreadPoolOptions<string>>, 'size' | 'maxWaiting' | 'idleTimeoutMs' | 'onWaiting'>;

function pool(options: Options = {}) {
  const threads: FakeThread[] = [];
  const reports: unknown[] = [];
  const made = createThreadPool<string, string>({
    start() {
      const thread = fakeThread();
      threads.push(thread);
      return thread;
    },
    size: 1,
    maxWaiting: 10,
    graceMs: 50,
    send: (thread, task) => thread.postMessage(task),
    end(thread) {
      thread.terminate();
      threads.find((one) => one === thread)?.emit('exit', 0);
    },
    refuse: (why: Refusal) => new Error(why),
    report: (error) => void reports.push(error),
    ...options,
  });
  const thread = (position: number): FakeThread => threads[position] ?? fakeThread();
  return { ...made, threads, thread, reports };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('threads', () => {
  test('start when needed, up to the maximum, and further tasks wait', async () => {
    const { run, threads, thread } = pool({ size: 2 });
    expect(threads).toHaveLength(0);
    const answers = ['a', 'b', 'c'].map((task) => run(task, 1000));
    expect(threads.map(({ tasks }) => tasks)).toEqual([['a'], ['b']]);
    thread(1).emit('message', 'B');
    expect(thread(1).tasks).toEqual(['b', 'c']);
    thread(0).emit('message', 'A');
    thread(1).emit('message', 'C');
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C']);
  });

  test('leave tasks counted as waiting until a thread takes them or they are aborted', async () => {
    let waiting = 0;
    const { run, thread } = pool({ onWaiting: (change) => (waiting += change) });
    const first = run('a', 1000);
    expect(waiting).toBe(0);
    const second = run('b', 1000);
    const third = expect(run('c', 500)).rejects.toThrow('late');
    expect(waiting).toBe(2);
    await vi.advanceTimersByTimeAsync(500);
    await third;
    expect(waiting).toBe(1);
    thread(0).emit('message', 'A');
    expect(waiting).toBe(0);
    thread(0).emit('message', 'B');
    expect(await Promise.all([first, second])).toEqual(['A', 'B']);
  });

  test('end when idle, and start again', async () => {
    const { run, threads, thread } = pool({ idleTimeoutMs: 1000 });
    const first = run('a', 100);
    thread(0).emit('message', 'A');
    await first;
    vi.advanceTimersByTime(999);
    const second = run('b', 100);
    thread(0).emit('message', 'B');
    await second;
    vi.advanceTimersByTime(999);
    expect(thread(0).ended).toBe(false);
    vi.advanceTimersByTime(1);
    expect(thread(0).ended).toBe(true);
    const third = run('c', 100);
    thread(1).emit('message', 'C');
    expect(await third).toBe('C');
    expect(threads).toHaveLength(2);
  });

  test('refuse only the task that they were started for if they cannot start', async () => {
    let broken = true;
    const thread = fakeThread();
    const { run } = createThreadPool<string, string>({
      start() {
        if (broken) throw new Error('no memory');
        return thread;
      },
      size: 1,
      maxWaiting: 10,
      graceMs: 0,
      send: (to, task) => to.postMessage(task),
      end: () => undefined,
      refuse: (why) => new Error(why),
      report: () => undefined,
    });
    await expect(run('a', 100)).rejects.toThrow('died');
    broken = false;
    const answer = run('b', 100);
    thread.emit('message', 'B');
    expect(await answer).toBe('B');
  });
});

describe('a task', () => {
  test('is refused if its thread ends, and the next task gets another thread', async () => {
    const { run, thread, reports } = pool();
    const [first, second] = [run('a', 1000), run('b', 1000)];
    thread(0).emit('exit', 7);
    await expect(first).rejects.toThrow('died');
    expect(reports.map(String)).toEqual([expect.stringContaining('exit code 7')]);
    thread(1).emit('message', 'B');
    expect(await second).toBe('B');
  });

  test('is reported once if its thread fails', async () => {
    const { run, thread, reports } = pool();
    const answer = run('a', 1000);
    const fault = new Error('out of memory');
    thread(0).emit('error', fault);
    thread(0).emit('exit', 1);
    await expect(answer).rejects.toThrow('died');
    expect(reports).toEqual([fault]);
  });

  test('is refused if it does not end in time, and its thread is replaced by another', async () => {
    const { run, threads, thread } = pool();
    const first = run('a', 1000);
    vi.advanceTimersByTime(1050);
    await expect(first).rejects.toThrow('late');
    expect(thread(0).ended).toBe(true);
    const second = run('b', 1000);
    thread(0).emit('message', 'too late');
    thread(1).emit('message', 'B');
    expect(await second).toBe('B');
    expect(threads).toHaveLength(2);
  });

  test('is refused if it waits for too long', async () => {
    const { run, thread } = pool();
    const first = run('a', 1000);
    const second = run('b', 100);
    vi.advanceTimersByTime(100);
    await expect(second).rejects.toThrow('late');
    thread(0).emit('message', 'A');
    expect(await first).toBe('A');
    expect(thread(0).tasks).toEqual(['a']);
  });

  test('is refused immediately if it exceeds the limit of the queue', async () => {
    const { run, thread } = pool({ maxWaiting: 1 });
    const [first, second] = [run('a', 1000), run('b', 1000)];
    await expect(run('c', 1000)).rejects.toThrow('busy');
    for (const answer of ['A', 'B']) thread(0).emit('message', answer);
    expect(await Promise.all([first, second])).toEqual(['A', 'B']);
  });
});

test('a closed pool finishes accepted tasks, ends its threads and refuses further tasks', async () => {
  const { run, close, thread } = pool();
  const answers = [run('a', 1000), run('b', 1000)];
  const closing = close();
  await expect(run('c', 1000)).rejects.toThrow('busy');
  for (const answer of ['A', 'B']) thread(0).emit('message', answer);
  expect(await Promise.all(answers)).toEqual(['A', 'B']);
  await closing;
  expect(thread(0).ended).toBe(true);
});

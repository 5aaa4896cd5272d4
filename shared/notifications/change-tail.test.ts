import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../errors/problem.ts';
import type { ChangePage, Head } from '../store/object-store.ts';
import { type ChangeTail, createChangeTail, type TailPage } from './change-tail.ts';

const INTERVAL = 1;
/** No test lasts so long. */
const NEVER = 3_600_000;

/**
 * A list of changes that is read in small pages, and slowly, as from an engine far away.
 *
 * @param meanwhile done while a page is under way
 */
function openLog(pageSize = 3, meanwhile: () => void = silent) {
  const states = new Map<string, { readonly number: number; readonly head: Head }>();
  let last = 0;
  let reads = 0;
  let away = false;
  return {
    reads: () => reads,
    away(is: boolean): void {
      away = is;
    },
    /** Writes the next state of the object of that name. */
    write(name: string): void {
      const number = ++last;
      const head = { ...HEAD, shortId: name, writeId: `${name} ${number}`, version: number };
      states.set(name, { number, head });
    },
    async changes(cursor: string | null): Promise<ChangePage> {
      reads++;
      const ceiling = last;
      const after = cursor === null ? ceiling : Number(cursor);
      const found = [...states.values()]
        .filter(({ number }) => number > after)
        .sort((left, right) => left.number - right.number);
      const page = found.slice(0, pageSize);
      meanwhile();
      await pause(0);
      if (away) throw new Problem('store-unavailable', 'The store is away.');
      const more = found.length > page.length;
      const next = String(more ? page.at(-1)?.number : ceiling);
      return { objects: page.map(({ head }) => ({ head, own: false })), next, more };
    },
  };
}

const HEAD: Head = {
  ...{ key: 'k' as Head['key'], shortId: '', id: '', version: 1, time: 0, text: '{}', writeId: '', deleted: false },
  access: { owners: [], readers: [], hidden: false, mixed: false },
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const idsOf = ({ objects }: TailPage) => objects.map(({ writeId }) => writeId);
const silent = (): void => undefined;

type AskStep = { readonly write: number } | { readonly ask: true } | { readonly wait: number };
type Step = { readonly write: number } | { readonly join: number } | { readonly wait: number };

/**
 * Each follower hears every change behind its cursor once, in order.
 *
 * @param during how many changes are written during each read
 */
async function expectWhole(steps: readonly Step[], during: number[]): Promise<void> {
  let written = 0;
  const write = (count: number): void => {
    for (let left = count; left > 0; left--) log.write(`object ${++written}`);
  };
  const log = openLog(3, () => write(during.pop() ?? 0));
  const tail = createChangeTail({ store: log, interval: INTERVAL, report: silent });
  const join = (from: number) => {
    const heard: string[] = [];
    const hear = (page: TailPage) => void heard.push(...idsOf(page));
    return { from, heard, joined: tail.followFrom(String(from), async (page) => hear(page), hear) };
  };
  const followers: ReturnType<typeof join>[] = [];
  for (const one of steps) {
    if ('write' in one) write(one.write);
    else if ('wait' in one) await pause(one.wait);
    else followers.push(join(Math.min(one.join, written)));
  }
  const leaves = await Promise.all(followers.map(({ joined }) => joined));
  during.length = 0;
  write(1);
  for (const { from, heard } of followers) {
    const all = Array.from({ length: written - from }, (_, at) => `object ${from + at + 1} ${from + at + 1}`);
    await expect.poll(() => heard.length, { interval: 2 }).toBeGreaterThanOrEqual(all.length);
    expect(heard).toEqual(all);
  }
  for (const leave of leaves) leave();
  tail.close();
}

describe('following from a cursor', () => {
  it('tells every change behind it once, in order, whoever else follows and whatever is written meanwhile', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ write: fc.integer({ min: 1, max: 5 }) }) },
      { weight: 3, arbitrary: fc.record({ join: fc.nat(60) }) },
      { weight: 2, arbitrary: fc.record({ wait: fc.nat(2) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.array(fc.nat(2)), expectWhole),
      { numRuns: 60 },
    );
  });

  it('reads on only when what was read before has been taken', async () => {
    const log = openLog(1);
    for (let at = 1; at <= 3; at++) log.write(`object ${at}`);
    const tail = createChangeTail({ store: log, interval: INTERVAL, report: silent });
    const taken: (() => void)[] = [];
    const replay = () => new Promise<void>((resolve) => taken.push(resolve));
    const joined = tail.followFrom('0', replay, silent);
    for (const count of [1, 2, 3]) {
      await expect.poll(() => taken.length).toBe(count);
      await pause(5);
      expect(log.reads()).toBe(count);
      taken.at(-1)?.();
    }
    (await joined)();
    tail.close();
  });
});

describe('joining at the same time', () => {
  /** Subscriptions that have nothing behind their cursor to read. */
  const joinMany = (tail: ChangeTail, count: number) => {
    const all = Array.from({ length: count }, () => {
      const heard: string[] = [];
      const hear = (page: TailPage) => void heard.push(...idsOf(page));
      return { heard, joined: tail.followFrom('0', async (page) => hear(page), hear) };
    });
    return { heard: all.map(({ heard }) => heard), joined: all.map(({ joined }) => joined) };
  };

  it('many share the look that all need, and each reads twice', async () => {
    const log = openLog();
    const tail = createChangeTail({ store: log, interval: NEVER, report: silent });
    await Promise.all(joinMany(tail, 250).joined);
    expect(log.reads()).toBeLessThan(2 * 250 + 20);
    tail.close();
  });

  it('all are told so when the store is away, and who comes later misses nothing', async () => {
    const log = openLog();
    const tail = createChangeTail({ store: log, interval: INTERVAL, report: silent });
    const early = joinMany(tail, 150);
    await expect.poll(log.reads, { interval: 0 }).toBeGreaterThan(150);
    log.away(true);
    const outcomes = await Promise.allSettled(early.joined);
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
    log.away(false);
    const late = joinMany(tail, 3);
    await Promise.all(late.joined);
    log.write('first');
    await expect.poll(() => late.heard).toEqual([['first 1'], ['first 1'], ['first 1']]);
    const refused = early.heard.filter((_, at) => outcomes[at]?.status === 'rejected');
    expect(refused.flat()).toEqual([]);
    tail.close();
  });
});

describe('catching up', () => {
  /** Whoever asks finds everything told that was written before. */
  async function expectCaughtUp(steps: readonly AskStep[], during: number[]): Promise<void> {
    let written = 0;
    const write = (count: number): void => {
      for (let left = count; left > 0; left--) log.write(`object ${++written}`);
    };
    const log = openLog(3, () => write(during.pop() ?? 0));
    const tail = createChangeTail({ store: log, interval: INTERVAL, report: silent });
    const heard: string[] = [];
    await tail.follow((page) => void heard.push(...idsOf(page)));
    const start = written;
    const asked: Promise<void>[] = [];
    const ask = async (): Promise<void> => {
      const before = written - start;
      await tail.catchUp();
      expect(heard.length).toBeGreaterThanOrEqual(before);
    };
    for (const one of steps) {
      if ('write' in one) write(one.write);
      else if ('wait' in one) await pause(one.wait);
      else asked.push(ask());
    }
    await Promise.all(asked);
    tail.close();
  }

  it('has told all that was written before, whoever else asks and whatever is written meanwhile', async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ write: fc.integer({ min: 1, max: 5 }) }) },
      { weight: 3, arbitrary: fc.constant({ ask: true } as const) },
      { weight: 2, arbitrary: fc.record({ wait: fc.nat(2) }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.array(fc.nat(2)), expectCaughtUp),
      { numRuns: 40 },
    );
  });

  it('serves all who ask while one look is under way with the next one', async () => {
    const log = openLog();
    const tail = createChangeTail({ store: log, interval: NEVER, report: silent });
    await tail.follow(silent);
    const before = log.reads();
    const first = tail.catchUp();
    await expect.poll(log.reads, { interval: 0 }).toBe(before + 1);
    await Promise.all([first, ...Array.from({ length: 1_000 }, () => tail.catchUp())]);
    expect(log.reads()).toBe(before + 2);
    tail.close();
  });

  it('reads to the end, however much that is', async () => {
    const log = openLog(1);
    const tail = createChangeTail({ store: log, interval: NEVER, report: silent });
    const heard: string[] = [];
    await tail.follow((page) => void heard.push(...idsOf(page)));
    for (let at = 1; at <= 100; at++) log.write(`object ${at}`);
    await tail.catchUp();
    expect(heard).toHaveLength(100);
    tail.close();
  });

  it('does not wait for a store that is away, and reports it once', async () => {
    const log = openLog();
    const reported: unknown[] = [];
    const tail = createChangeTail({ store: log, interval: NEVER, report: (error) => void reported.push(error) });
    await tail.follow(silent);
    log.away(true);
    await Promise.all([tail.catchUp(), tail.catchUp()]);
    await tail.catchUp();
    expect(reported).toHaveLength(1);
    tail.close();
  });
});

describe('following from now on', () => {
  it('tells what is written from then on, and nothing of before', async () => {
    const log = openLog();
    log.write('before');
    const tail = createChangeTail({ store: log, interval: INTERVAL, report: silent });
    const heard: string[] = [];
    const leave = await tail.follow((page) => void heard.push(...idsOf(page)));
    log.write('first');
    await expect.poll(() => heard).toEqual(['first 2']);
    const later: string[] = [];
    const leaveToo = await tail.follow((page) => void later.push(...idsOf(page)));
    log.write('second');
    await expect.poll(() => [heard, later]).toEqual([['first 2', 'second 3'], ['second 3']]);
    leave();
    leaveToo();
    tail.close();
  });

  it('asks the store nothing while nobody follows', async () => {
    const log = openLog();
    const tail = createChangeTail({ store: log, interval: INTERVAL, report: silent });
    await pause(10);
    expect(log.reads()).toBe(0);
    const leave = await tail.follow(silent);
    await expect.poll(log.reads).toBeGreaterThan(2);
    leave();
    await pause(5);
    const reads = log.reads();
    await pause(20);
    expect(log.reads()).toBe(reads);
    tail.close();
  });

  it('goes on where it was when the store was away, and reports it once', async () => {
    const log = openLog();
    const reported: unknown[] = [];
    const tail = createChangeTail({ store: log, interval: INTERVAL, report: (error) => void reported.push(error) });
    const heard: string[] = [];
    const leave = await tail.follow((page) => void heard.push(...idsOf(page)));
    log.away(true);
    log.write('meanwhile');
    const reads = log.reads();
    await expect.poll(log.reads).toBeGreaterThan(reads + 3);
    expect(heard).toEqual([]);
    log.away(false);
    await expect.poll(() => heard).toEqual(['meanwhile 1']);
    expect(reported).toHaveLength(1);
    leave();
    tail.close();
  });

  it('keeps nothing from others when one of them throws', async () => {
    const log = openLog();
    const reported: unknown[] = [];
    const tail = createChangeTail({ store: log, interval: INTERVAL, report: (error) => void reported.push(error) });
    const heard: string[] = [];
    const leaves = [
      await tail.follow(() => {
        throw new Error('not for me');
      }),
      await tail.follow((page) => void heard.push(...idsOf(page))),
    ];
    log.write('told');
    await expect.poll(() => heard).toEqual(['told 1']);
    expect(reported).toEqual([new Error('not for me')]);
    for (const leave of leaves) leave();
    tail.close();
  });
});

import { describe, expect, test, vi } from 'vitest';
import { SILENT } from '../../test/support/silent.ts';
import { Problem } from '../base/errors/problem.ts';
import type { Answer } from './answer.ts';
import { asksForProgress, createProgressLines } from './progress-answer.ts';

function linesOf(answer: Answer) {
  if (!(answer.body instanceof ReadableStream)) throw new Error('The body is not a stream.');
  const reader = answer.body.getReader();
  const next = async (): Promise<unknown> => {
    const { value, done } = await reader.read();
    if (done) return 'end';
    const text = new TextDecoder().decode(value);
    expect(text).toMatch(/^[^\n]+\n$/);
    return JSON.parse(text);
  };
  return { next, cancel: () => reader.cancel() };
}

const call = { id: 'the id', log: { ...SILENT, error: vi.fn(SILENT.error) } };

/** A promise, and how it ends. */
function deferred<T>() {
  return Promise.withResolvers<T>();
}

describe('lines of progress', () => {
  test('begin before there is any, follow as it comes, and end with the result', async () => {
    const lines = createProgressLines(call, { scanned: 0 });
    const result = deferred<object>();
    const { next } = linesOf(lines.answer(result.promise));
    expect(await next()).toEqual({ scanned: 0 });
    lines.report({ scanned: 1 });
    expect(await next()).toEqual({ scanned: 1 });
    const waiting = next();
    lines.report({ scanned: 2 });
    expect(await waiting).toEqual({ scanned: 2 });
    result.resolve({ scanned: 3, removed: 1 });
    expect(await next()).toEqual({ scanned: 3, removed: 1, done: true });
    expect(await next()).toBe('end');
  });

  test('skip outdated lines for a slow reader', async () => {
    const lines = createProgressLines(call, { scanned: 0 });
    const { next } = linesOf(lines.answer(Promise.resolve({ scanned: 1000 })));
    const seen: unknown[] = [];
    for (let scanned = 1; scanned < 1000; scanned++) lines.report({ scanned });
    for (let line = await next(); line !== 'end'; line = await next()) seen.push(line);
    expect(seen.at(-1)).toEqual({ scanned: 1000, done: true });
    expect(seen.length).toBeLessThan(5);
  });

  test('end with a problem document when the operation fails halfway, and never with its stack', async () => {
    const failures = [new Problem('store-unavailable', 'Away.', { retryAfter: 1 }), new Error('at secret.ts:1')];
    const ends = await Promise.all(
      failures.map(async (error) => {
        const { next } = linesOf(createProgressLines(call, {}).answer(Promise.reject(error)));
        let last: unknown;
        for (let line = await next(); line !== 'end'; line = await next()) last = line;
        return last;
      }),
    );
    expect(ends).toEqual([
      expect.objectContaining({ status: 503, detail: 'Away.', requestId: 'the id' }),
      expect.objectContaining({ status: 500, detail: expect.not.stringContaining('secret') }),
    ]);
    const logged = expect.objectContaining({ error: expect.stringContaining('secret.ts') });
    expect(call.log.error).toHaveBeenCalledWith('SYSTEM', expect.any(String), logged);
  });

  test('may be left by the client at any time', async () => {
    const lines = createProgressLines(call, { scanned: 0 });
    const result = deferred<object>();
    const { next, cancel } = linesOf(lines.answer(result.promise));
    await next();
    const waiting = next();
    await cancel();
    expect(await waiting).toBe('end');
    lines.report({ scanned: 1 });
    result.reject(new Error('unobserved'));
    await result.promise.catch(() => {});
  });
});

test('an operation can follow the client: it ends when the client disconnects, and that is not an error to log', async () => {
  const lines = createProgressLines(call, { scanned: 0 });
  const result = deferred<object>();
  lines.disconnected.addEventListener('abort', () => result.reject(lines.disconnected.reason));
  const { next, cancel } = linesOf(lines.answer(result.promise));
  await next();
  expect(lines.disconnected.aborted).toBe(false);
  call.log.error.mockClear();
  await cancel();
  await expect(result.promise).rejects.toBe(lines.disconnected.reason);
  expect(call.log.error).not.toHaveBeenCalled();
});

describe('progress is requested', () => {
  const asks = (accept?: string) =>
    asksForProgress(new Request('http://x/', accept === undefined ? {} : { headers: { accept } }));

  test.each(['application/x-ndjson', 'application/json;q=0.5, Application/X-NDJSON', 'application/x-ndjson;q=0.1'])(
    'by %s',
    (accept) => expect(asks(accept)).toBe(true),
  );
  test.each([
    undefined,
    '',
    '*/*',
    'application/*',
    'application/json',
    'application/x-ndjson;q=0',
    'x-application/x-ndjson',
  ])('not by %s', (accept) => expect(asks(accept)).toBe(false));
});

import { describe, expect, it } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { AnswerError, SourceError, withRetries } from './retry.ts';

/** A response, or a network error. */
type Answer = (() => Response) | Error;

/** Returns these responses one after the other, the last one repeatedly. */
function answering(...answers: readonly Answer[]) {
  const waited: number[] = [];
  let sent = 0;
  const result = withRetries(
    async () => {
      const answer = answers[Math.min(sent++, answers.length - 1)];
      if (typeof answer === 'function') return answer();
      throw answer;
    },
    async (milliseconds) => void waited.push(milliseconds),
  );
  return { result, waited, sent: () => sent };
}

const answer =
  (status: number, headers: HeadersInit = {}): Answer =>
  () =>
    new Response('x', { status, headers });

describe('a request to a source', () => {
  it.each([200, 400, 401, 404])('is not repeated after status %d', async (status) => {
    const { result, waited } = answering(answer(status));
    expect([(await result).status, waited]).toEqual([status, []]);
  });

  it.each([429, 502, 503, 504])('is repeated with growing delays after status %d', async (status) => {
    const { result, waited } = answering(answer(status), answer(status), answer(status), answer(200));
    expect([(await result).status, waited]).toEqual([200, [500, 1000, 2000]]);
  });

  it('is repeated when the connection breaks within the answer of an attempt', async () => {
    const broken: Answer = () => {
      const body = new ReadableStream({ start: (controller) => controller.error(new Error('ECONNRESET')) });
      return new Response(body, { status: 503 });
    };
    expect((await answering(broken, answer(200)).result).status).toBe(200);
  });

  it('waits for the time in Retry-After, within limits', async () => {
    const { result, waited } = answering(
      answer(503, { 'retry-after': '7' }),
      answer(429, { 'retry-after': '86400' }),
      answer(200),
    );
    await result;
    expect(waited).toEqual([7000, 60_000]);
  });

  it('is repeated when the network fails, and fails with the last error', async () => {
    const lost = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    expect((await answering(lost, answer(200)).result).status).toBe(200);
    const { result, waited } = answering(lost);
    await expect(result).rejects.toThrow(new SourceError('The server cannot be reached: connect ECONNREFUSED'));
    expect(waited.length).toBe(6);
  });

  it('is not repeated when its answer is too long: others may succeed', async () => {
    const { result, waited } = answering(new Problem('fetch-failed', 'The server answers with more than 9 bytes.'));
    await expect(result).rejects.toThrow(new AnswerError('The server answers with more than 9 bytes.'));
    expect(waited).toEqual([]);
  });

  it('is not repeated when its address is refused: no other succeeds', async () => {
    const { result, waited } = answering(new Problem('fetch-refused', 'It is not public.'));
    const error: unknown = await result.catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(SourceError);
    expect(error).not.toBeInstanceOf(AnswerError);
    expect(waited).toEqual([]);
  });

  it('is repeated once after status 500', async () => {
    const { result, waited } = answering(answer(500));
    expect([(await result).status, waited.length]).toEqual([500, 1]);
  });
});

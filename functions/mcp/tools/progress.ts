import type { Answer } from '../../../shared/http/answer.ts';
import { EVENT_STREAM } from '../../../shared/http/event-stream.ts';
import { isObject, member, parseJson } from '../../../shared/repository/linked-data/json.ts';
import type { ToolCall } from './tool.ts';

/** JSON values, one per line, of which the last is the result (`shared/http/progress-answer.ts`). */
const NDJSON = 'application/x-ndjson';

/** Media types of answers with progress. */
export const WITH_PROGRESS: readonly string[] = [EVENT_STREAM, NDJSON];

/** The end of an answer with progress. */
type Outcome = { readonly text: string; readonly status: number };

/** Reads an answer with progress to its end, and reports each step. Rejects when the call is cancelled, which ends the answer. */
export async function readProgress(
  { body, status }: Answer,
  type: string,
  report: NonNullable<ToolCall['report']>,
  signal: AbortSignal,
): Promise<Outcome> {
  let steps = 0;
  let event = 'progress';
  let last = '';
  for await (const line of linesOf(new Response(body).body, signal)) {
    if (line.startsWith('event: ')) event = line.slice('event: '.length);
    const text = type === EVENT_STREAM ? line.replace(/^data: /, '') : line;
    if (text === '' || (type === EVENT_STREAM && text === line)) continue;
    last = text;
    if (type === NDJSON || event === 'progress') report(++steps, text);
  }
  return { text: last, status: problemStatus(last) ?? status };
}

/** The status of a problem document; null for other texts. */
function problemStatus(text: string): number | null {
  if (!text.includes('"urn:competency-service:problem:')) return null;
  const problem = parseJson(text, 'The answer');
  if (!isObject(problem) || !String(member(problem, 'type')).startsWith('urn:competency-service:problem:')) return null;
  const status = member(problem, 'status');
  return typeof status === 'number' ? status : null;
}

async function* linesOf(body: Response['body'], signal: AbortSignal): AsyncGenerator<string> {
  if (body === null) return;
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => undefined); // it has failed already
  signal.addEventListener('abort', cancel);
  try {
    let rest = '';
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    signal.throwIfAborted();
    if (rest !== '') yield rest;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

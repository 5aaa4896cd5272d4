import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { asksForEvents, eventStreamAnswer } from '../../shared/http/event-stream.ts';
import { problemDocument, toProblem } from '../../shared/http/render-problem.ts';

/** Sends a part of the result, as an event, where the caller asks for events. */
export type SendPart = (event: string, part: unknown) => void;

/**
 * Answers with a result: as JSON, or as server-sent events with its parts, the whole result as the event `done`, or a problem
 * document as the event `error`. The work ends when the client disconnects.
 */
export async function resultAnswer(
  call: Call,
  work: (send: SendPart, closed: AbortSignal) => Promise<object>,
): Promise<Answer> {
  if (!asksForEvents(call.request)) {
    // The signal of the request is aborted when the client disconnects, if the platform reports it.
    return jsonAnswer(await work(() => {}, call.request.signal), { 'cache-control': 'no-store' });
  }
  return eventStreamAnswer(async (send, closed) => {
    try {
      send('done', JSON.stringify(await work((event, part) => send(event, JSON.stringify(part)), closed)));
    } catch (error) {
      if (!closed.aborted) send('error', JSON.stringify(problemDocument(toProblem(call.log, error), call.id)));
    }
  });
}

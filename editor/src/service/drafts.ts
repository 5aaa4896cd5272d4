import { EventSourceParserStream } from 'eventsource-parser/stream';
import {
  isObject,
  type Json,
  type JsonObject,
  member,
  parseJson,
} from '../../../shared/repository/linked-data/json.ts';
import type { Sender } from './send.ts';
import { offlineError, problemError } from './service-error.ts';

/** The description from which a language model drafts a framework (docs/use/drafting.md). */
export type DraftRequest = {
  /** The topic, which becomes the name. */
  readonly name: string;
  /** What to draft from, such as a job description; may be empty. */
  readonly text: string;
  /** Levels of the outline. */
  readonly depth: number;
};

/** A part of a draft: an object that can be saved unchanged. */
export type DraftEvent =
  /** Without its parts; the first event. */
  | { readonly kind: 'framework'; readonly framework: JsonObject }
  | ({ readonly kind: 'competency' } & Drafted)
  /** The last event, with sentences that say what is missing. */
  | { readonly kind: 'done'; readonly incomplete: readonly string[] };

/** A competency of a draft. Parents come first. */
export type Drafted = {
  readonly competency: JsonObject;
  /** Its `narrows` relation; null at the top. */
  readonly relation: JsonObject | null;
};

/** Drafts of the service's language model, for the views that need them. */
export type Drafts = {
  /**
   * Yields each part as soon as it arrives. Nothing is stored.
   *
   * @throws ServiceError, also in the middle; DOMException `AbortError`, which ends the work of the model
   */
  readonly draftFramework: (request: DraftRequest, signal: AbortSignal) => AsyncIterable<DraftEvent>;
};

export function createDrafts({ send }: Pick<Sender, 'send'>): Drafts {
  return {
    async *draftFramework({ name, text, depth }, signal) {
      const json = { name, depth, ...(text.trim() !== '' && { text }) };
      const { body } = await send('llm/framework', { json, headers: { accept: 'text/event-stream' }, signal });
      for await (const { event, data } of eventsIn(body)) {
        if (event === 'error') throw problemError(data);
        const answer = parseJson(data, 'An event of the draft');
        if (event === 'framework' && isObject(answer)) yield { kind: 'framework', framework: answer };
        if (event === 'competency') yield { kind: 'competency', ...draftedIn(answer) };
        if (event !== 'done') continue;
        yield { kind: 'done', incomplete: missingIn(answer) };
        return;
      }
      throw offlineError(); // the connection ended before the draft
    },
  };
}

/** The events of a stream (HTML Living Standard, 9.2). */
async function* eventsIn(body: ReadableStream<BufferSource> | null) {
  if (body === null) return;
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const reader = events.getReader(); // not every browser iterates over streams
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

function draftedIn(answer: Json): Drafted {
  const [competency, relation] = ['competency', 'relation'].map((name) =>
    isObject(answer) ? member(answer, name) : undefined,
  );
  if (!isObject(competency)) throw new Error('An event of the draft has no competency.');
  return { competency, relation: isObject(relation) ? relation : null };
}

function missingIn(answer: Json): readonly string[] {
  const incomplete = isObject(answer) ? member(answer, 'incomplete') : undefined;
  if (!Array.isArray(incomplete)) return [];
  return incomplete.flatMap((one) => {
    const detail = isObject(one) ? member(one, 'detail') : undefined;
    return typeof detail === 'string' ? [detail] : [];
  });
}

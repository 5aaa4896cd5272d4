import type { Quad } from '@rdfjs/types';
import * as z from 'zod/mini';
import { Problem } from '../../base/errors/problem.ts';
import {
  ExactNumber,
  isObject,
  type Json,
  type JsonObject,
  member,
  setMember,
} from '../../repository/linked-data/json.ts';
import { items } from '../../repository/linked-data/references.ts';
import type { DocumentLoader } from './document-loader.ts';
import { requireFrameable } from './framing.ts';

/** Limits of members and array elements by operation: the processor works on a document without a pause. */
export const MAX_VALUES = { expand: 75_000, flatten: 50_000, compact: 50_000, canonicalize: 30_000, frame: 10_000 };

/** Maximum number of contexts in a document: the processor evaluates each. */
const MAX_CONTEXTS = 5000;

/** Maximum number of contexts in a document that are not addresses: they are not cached. */
const MAX_INLINE_CONTEXTS = 20;

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** What the operations need. */
export type ProcessorOptions = {
  readonly documentLoader: DocumentLoader;
  /** The address of the document, which relative references in it are resolved against; null: they stay relative. */
  readonly base?: string | null;
  /** Refuse a document of which something would be lost. */
  readonly safe?: boolean;
};

/**
 * The operations of JSON-LD 1.1 on parsed documents. Numbers that a double cannot represent become typed values with all their digits.
 *
 * They reject with Problem `malformed-request` (400) for what is not JSON-LD, `body-too-large` (413) beyond {@link MAX_VALUES}, and with
 * what the document loader throws.
 */
export type Processor = {
  readonly expand: (document: Json) => Promise<object>;
  readonly compact: (document: Json, context: Json) => Promise<object>;
  readonly flatten: (document: Json, context: Json | null) => Promise<object>;
  readonly frame: (document: Json, frame: JsonObject) => Promise<object>;
  /** N-Quads with blank nodes labelled by RDFC-1.0. @throws Problem `malformed-request` (400) when that takes too long */
  readonly canonicalize: (document: Json) => Promise<string>;
  /** RDF/JS quads, including named graphs. */
  readonly toRdf: (document: Json) => Promise<readonly Quad[]>;
  /** The expanded document of quads. */
  readonly fromRdf: (quads: readonly Quad[]) => Promise<Json>;
};

/** Loads the processor, which functions do not load at their start. */
export async function loadProcessor({
  documentLoader,
  base = null,
  safe = false,
}: ProcessorOptions): Promise<Processor> {
  const jsonld = await importJsonLd();
  const options = { documentLoader, base, safe };

  async function process<T>(document: Json, limit: number, run: (input: Json) => Promise<T>): Promise<T> {
    requireSize(document, limit);
    try {
      return await run(withTypedNumbers(document));
    } catch (error) {
      throw problemOf(error);
    }
  }

  const expandedFrame = (frame: JsonObject) =>
    jsonld.expand(frame, { ...options, isFrame: true, keepFreeFloatingNodes: true });

  return {
    expand: (document) => process(document, MAX_VALUES.expand, (input) => jsonld.expand(input, options)),
    compact: (document, context) =>
      process(document, MAX_VALUES.compact, (input) => jsonld.compact(input, context, options)),
    flatten: (document, context) =>
      process(document, MAX_VALUES.flatten, (input) => jsonld.flatten(input, context, options)),
    frame: (document, frame) =>
      process(document, MAX_VALUES.frame, async (input) => {
        const [nodes, expanded] = [await jsonld.flatten(input, null, options), await expandedFrame(frame)];
        requireFrameable(nodes as Json, expanded as Json);
        return jsonld.frame(input, frame, options);
      }),
    canonicalize: (document) =>
      process(document, MAX_VALUES.canonicalize, (input) =>
        jsonld.canonize(input, { ...options, format: 'application/n-quads' }),
      ),
    toRdf: (document) => process(document, MAX_VALUES.expand, (input) => jsonld.toRDF(input, options)),
    fromRdf: async (quads) => (await jsonld.fromRDF(quads, { useNativeTypes: false })) as Json,
  };
}

/**
 * Loads the library. It must be loaded here first: in a runtime without `setImmediate`, the library would define a global one that
 * works only in the request that loaded it, so this passes one that works in all requests.
 */
export async function importJsonLd() {
  if (typeof setImmediate === 'function') return await library();
  const later = (task: () => void): unknown => setTimeout(task, 0);
  Object.assign(globalThis, { setImmediate: later });
  try {
    return await library();
  } finally {
    if (Reflect.get(globalThis, 'setImmediate') === later) Reflect.deleteProperty(globalThis, 'setImmediate');
  }
}

async function library() {
  return (await import('./library.ts')).jsonLdLibrary();
}

/** @throws Problem `body-too-large` (413), `malformed-request` (400) */
export function requireSize(document: Json, limit: number): void {
  const found = { values: 0, contexts: 0, inline: 0 };
  const waiting: Json[] = [document];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (++found.values > limit) {
      throw new Problem('body-too-large', `The document has more than ${limit.toLocaleString('en-US')} values.`);
    }
    if (Array.isArray(value)) for (const item of value) waiting.push(item);
    if (!isObject(value)) continue;
    const contexts = items(member(value, '@context'));
    found.contexts += contexts.length;
    found.inline += contexts.filter((context) => typeof context !== 'string').length;
    for (const item of Object.values(value)) waiting.push(item);
  }
  if (found.inline <= MAX_INLINE_CONTEXTS && found.contexts <= MAX_CONTEXTS) return;
  throw new Problem(
    'malformed-request',
    `The document has more than ${MAX_INLINE_CONTEXTS} contexts: put one at its beginning.`,
    { where: '/@context' },
  );
}

/** Numbers that a double cannot represent as typed values, which keep all their digits. */
function withTypedNumbers(value: Json): Json {
  if (value instanceof ExactNumber) return { '@value': value.source, '@type': XSD + numberType(value.source) };
  if (Array.isArray(value)) return value.map(withTypedNumbers);
  if (!isObject(value)) return value;
  const digits = member(value, '@value');
  if (digits instanceof ExactNumber)
    return { '@type': XSD + numberType(digits.source), ...value, '@value': digits.source };
  const typed: JsonObject = {};
  for (const [name, item] of Object.entries(value)) setMember(typed, name, withTypedNumbers(item));
  return typed;
}

function numberType(source: string): string {
  if (/[eE]/.test(source)) return 'double';
  return source.includes('.') ? 'decimal' : 'integer';
}

/** Details of a rejection: the error code of the standard (JSON-LD 1.1 API, 10.6), what caused it, what safe mode refuses to lose. */
const details = z.object({
  details: z.object({
    code: z.optional(z.string()),
    cause: z.optional(z.unknown()),
    event: z.optional(z.object({ message: z.string() })),
  }),
});

/** A rejection of the processor as a problem of the document, in its own words. */
function problemOf(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  if (/deep iterations/.test(error.message)) {
    const words = 'Canonicalization takes too long: the document has too many similar blank nodes.';
    return new Problem('malformed-request', words, {}, { cause: error });
  }
  if (error instanceof RangeError) {
    const words = 'The document, its context or its frame is nested too deeply or refers to itself.';
    return new Problem('too-deep', words, {}, { cause: error });
  }
  const { code = '', cause, event } = details.safeParse(error).data?.details ?? {};
  const inner = cause ?? error.cause;
  if (inner instanceof Error) {
    const problem = problemOf(inner);
    if (problem instanceof Problem) return problem;
  }
  if (!error.name.startsWith('jsonld.')) return error;
  const words = (event?.message ?? error.message).replace(/\s+/g, ' ').slice(0, 200);
  const where = /context|definition|mapping|keyword|prefix|vocab/.test(code) ? { where: '/@context' } : {};
  return new Problem('malformed-request', `The document is not JSON-LD: ${words}`, where, { cause: error });
}

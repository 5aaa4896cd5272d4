import { LRUCache } from 'lru-cache';
import type { Config } from '../../base/config/config.ts';
import { Problem } from '../../base/errors/problem.ts';
import { createOutboundFetch, type OutboundSend } from '../../base/outbound/outbound-fetch.ts';
import { isObject, member, parseJson } from '../../repository/linked-data/json.ts';
import { bundledContext } from './contexts/bundled.ts';

/** A document as the processor takes it (JSON-LD 1.1 API, 9.4.2 RemoteDocument). */
export type RemoteDocument = {
  readonly contextUrl: null;
  readonly documentUrl: string;
  readonly document: unknown;
};

/**
 * Loads a context by its address.
 *
 * @throws Problem `unknown-context` (422) for one that neither ships with the service nor may be fetched, `fetch-failed` (502)
 */
export type DocumentLoader = (url: string) => Promise<RemoteDocument>;

/** Maximum size of one context; schema.org's has some 200 kB. */
const MAX_CONTEXT_BYTES = 1_000_000;

const TIMEOUT_MS = 10_000;

/** Maximum number of cached contexts of other servers, and how long each is cached. */
const MAX_KEPT = 50;
const KEPT_MS = 60 * 60 * 1000;

/** Loads contexts that ship with the service, and no others. */
export const loadBundled: DocumentLoader = async (url) => {
  const document = await bundledContext(url);
  if (document !== null) return { contextUrl: null, documentUrl: url, document };
  throw new Problem(
    'unknown-context',
    `The context ${url.slice(0, 200)} does not ship with the service, and is not fetched: put it into the document, or add its address to FETCH_ALLOW_LIST.`,
    { where: '/@context' },
  );
};

/**
 * A loader that also fetches the contexts that FETCH_ALLOW_LIST names. Without the setting, when any public address may be fetched,
 * it fetches none: otherwise anonymous requests could make the service fetch any address.
 *
 * @param openSend opened at the first fetch
 */
export function createDocumentLoader(
  { outbound }: { readonly outbound: Pick<Config['outbound'], 'allowed'> },
  openSend: () => Promise<OutboundSend>,
): DocumentLoader {
  const kept = new LRUCache<string, RemoteDocument>({ max: MAX_KEPT, ttl: KEPT_MS });
  const { entries } = outbound.allowed;
  if (entries.length === 0) return loadBundled;

  async function fetchContext(url: string): Promise<RemoteDocument> {
    const limits = { maxBytes: MAX_CONTEXT_BYTES, timeoutMs: TIMEOUT_MS, types: null };
    const policy = { allowed: { anyPublic: false, entries }, trusted: [] };
    const fetch = createOutboundFetch(policy, limits, await openSend());
    const response = await fetch(url, { headers: { accept: 'application/ld+json, application/json;q=0.9' } });
    if (!response.ok) throw unusable(url, `is answered with ${response.status}`);
    const document = parseJson(await response.text(), `The context ${url.slice(0, 200)}`);
    if (!isObject(document) || member(document, '@context') === undefined) throw unusable(url, 'has no @context');
    return { contextUrl: null, documentUrl: url, document };
  }

  return async (url) => {
    try {
      return await loadBundled(url);
    } catch (unknown) {
      const found = kept.get(url) ?? (await fetchContext(url).catch((error) => rethrow(error, unknown)));
      kept.set(url, found);
      return found;
    }
  };
}

/** A context that may not be fetched is unknown. */
function rethrow(error: unknown, unknown: unknown): never {
  throw error instanceof Problem && error.code === 'fetch-refused' ? unknown : error;
}

function unusable(url: string, what: string): Problem {
  return new Problem('fetch-failed', `The context ${url.slice(0, 200)} ${what}.`, { where: '/@context' });
}

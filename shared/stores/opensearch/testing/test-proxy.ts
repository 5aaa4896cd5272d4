import {
  createFetchTransport,
  EngineFailure,
  type EngineRequest,
  type EngineResponse,
  type OpenSearchTransport,
} from '../engine/transport.ts';
import { LAYOUTS, type Layouts } from '../indices/index-definitions.ts';

/** Handles a call instead of the transport; `send` sends it. */
export type Intercept = (request: EngineRequest, send: () => Promise<EngineResponse>) => Promise<EngineResponse>;

/** A transport whose calls a test can intercept; null: all are sent. */
export type TestProxy = { intercept: Intercept | null; readonly transport: OpenSearchTransport };

export function openTestProxy(endpoint: string): TestProxy {
  const whole = createFetchTransport({ endpoint, authorization: null });
  const proxy: TestProxy = {
    intercept: null,
    transport: {
      request: (request) => proxy.intercept?.(request, () => whole.request(request)) ?? whole.request(request),
    },
  };
  return proxy;
}

/** Whether a call commits states of objects. */
export function isCommit({ path }: EngineRequest): boolean {
  return path.startsWith('_bulk') && path.includes('refresh=false');
}

/** Whether a call writes search copies. */
export function isPublication({ path }: EngineRequest): boolean {
  return path.startsWith('_bulk') && path.includes('refresh=true');
}

/** Counts the calls from now on, and sends all of them. */
export function countCalls(proxy: TestProxy): { readonly calls: number } {
  const counted = { calls: 0 };
  proxy.intercept = (_request, send) => {
    counted.calls++;
    return send();
  };
  return counted;
}

/** The failure of a call whose connection broke. */
export function away(): EngineFailure {
  return new EngineFailure('away', 'The connection was reset.');
}

/** Layouts as of a previous version, for tests of upgrades: the search index lacks a field. */
export function layoutsBefore(): Layouts {
  const { layout, mappings, ...rest } = LAYOUTS.search;
  const properties = Object.fromEntries(Object.entries(mappings.properties).filter(([name]) => name !== 'layout'));
  return { ...LAYOUTS, search: { ...rest, layout: layout - 1, mappings: { ...mappings, properties } } };
}

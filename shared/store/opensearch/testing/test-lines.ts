import { createFetchTransport } from '../engine/fetch-transport.ts';
import {
  EngineFailure,
  type EngineRequest,
  type EngineResponse,
  type OpenSearchTransport,
} from '../engine/transport.ts';
import { LAYOUTS, type Layouts } from '../indices/index-definitions.ts';

/** What becomes of a call: `send` does it. */
export type Fate = (request: EngineRequest, send: () => Promise<EngineResponse>) => Promise<EngineResponse>;

/** A way to the engine on which a test decides over each call; null: all go through. */
export type TestLine = { fate: Fate | null; readonly transport: OpenSearchTransport };

export function openTestLine(endpoint: string): TestLine {
  const whole = createFetchTransport({ endpoint, authorization: null });
  const line: TestLine = {
    fate: null,
    transport: {
      request: (request) => line.fate?.(request, () => whole.request(request)) ?? whole.request(request),
    },
  };
  return line;
}

/** Whether a call writes states of objects, of which search knows nothing yet. */
export function isCommit({ path }: EngineRequest): boolean {
  return path.startsWith('_bulk') && path.includes('refresh=false');
}

/** Whether a call writes what search knows of objects. */
export function isPublication({ path }: EngineRequest): boolean {
  return path.startsWith('_bulk') && path.includes('refresh=true');
}

/** Counts the calls that go over a line from now on, and lets all of them through. */
export function countCalls(line: TestLine): { readonly calls: number } {
  const counted = { calls: 0 };
  line.fate = (_request, send) => {
    counted.calls++;
    return send();
  };
  return counted;
}

/** The failure of a call whose connection broke. */
export function away(): EngineFailure {
  return new EngineFailure('away', 'The connection was reset.');
}

/** The layouts of the version of the service before this one, as far as upgrades can tell: the search index lacks a field. */
export function layoutsBefore(): Layouts {
  const { layout, mappings, ...rest } = LAYOUTS.search;
  const properties = Object.fromEntries(Object.entries(mappings.properties).filter(([name]) => name !== 'layout'));
  return { ...LAYOUTS, search: { ...rest, layout: layout - 1, mappings: { ...mappings, properties } } };
}

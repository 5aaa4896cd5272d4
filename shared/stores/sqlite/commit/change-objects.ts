import type { SearchDocument } from '../../../repository/search/document.ts';
import type {
  ObjectStore,
  RestoreRequest,
  StoredVersion,
  WriteRequest,
} from '../../../repository/store/object-store.ts';
import type { LargeWriter } from './large-writer.ts';
import { type ObjectWriter, TOO_LARGE } from './write-object.ts';
import type { Writer } from './writer.ts';

/** Dependencies of writes. */
export type ObjectChangerParts = {
  readonly writer: Writer;
  readonly objects: ObjectWriter;
  readonly largeWriter: LargeWriter;
  /** Makes the JSON text of the search document of a large object. */
  readonly describeLarge: (object: StoredVersion) => Promise<string>;
};

/** The writing methods of {@link ObjectStore}: large objects are written by their thread, others on this one, many per transaction. */
export function openObjectChanger(parts: ObjectChangerParts): Pick<ObjectStore, 'write' | 'remove' | 'restore'> {
  const { writer, objects, largeWriter, describeLarge } = parts;

  /** Applies requests in order. @param step null for a request to the large writer */
  async function inOrder<Request, Outcome>(
    requests: readonly Request[],
    step: (request: Request) => (() => Outcome | typeof TOO_LARGE) | null,
    inThread: (request: Request) => Promise<Outcome>,
  ): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    for (let rest = requests; rest.length > 0; ) {
      const steps = stepsBefore(rest, step);
      const found = await writer.run(steps);
      for (const [index, request] of rest.slice(0, Math.max(steps.length, 1)).entries()) {
        const outcome = found[index] ?? TOO_LARGE;
        outcomes.push(outcome === TOO_LARGE ? await inThread(request) : outcome);
      }
      rest = rest.slice(Math.max(steps.length, 1));
    }
    return outcomes;
  }

  async function documentOf({ search, ...request }: WriteRequest | RestoreRequest): Promise<string> {
    // `omitted` of a document in a request is reported by the code that made it.
    return search === null ? describeLarge(storedVersion(request)) : JSON.stringify({ ...search, omitted: [] });
  }

  return {
    write: (requests) =>
      inOrder(
        requests,
        (request) => (isDescribed(request) ? () => objects.write(request) : null),
        async (request) => largeWriter.write(request, await documentOf(request)),
      ),
    remove: (requests) =>
      inOrder(
        requests,
        (request) => () => objects.remove(request),
        (request) => largeWriter.remove(request),
      ),
    restore: (requests) =>
      inOrder(
        requests,
        (request) => (isDescribed(request) ? () => objects.restore(request) : null),
        async (request) => largeWriter.restore(request, await documentOf(request)),
      ),
  };
}

/** The steps of the requests before the first one without a step. */
function stepsBefore<Request, Step>(requests: readonly Request[], step: (request: Request) => Step | null): Step[] {
  const steps: Step[] = [];
  for (const request of requests) {
    const next = step(request);
    if (next === null) break;
    steps.push(next);
  }
  return steps;
}

function isDescribed<Request extends { readonly search: SearchDocument | null }>(
  request: Request,
): request is Request & { readonly search: SearchDocument } {
  return request.search !== null;
}

function storedVersion(version: StoredVersion): StoredVersion {
  const { key, shortId, id, version: number, time, text, access } = version;
  return { key, shortId, id, version: number, time, text, access };
}

import { chunks, chunksBySize } from '../../../base/concurrency/chunks.ts';
import type {
  ObjectStore,
  RestoreRequest,
  StoredVersion,
  WriteOutcome,
  WriteRequest,
} from '../../../repository/store/object-store.ts';
import type { WithDocumentText, WriteStepOutcome } from './steps.ts';
import type { Writer } from './writer.ts';

/** Dependencies of writes. */
export type ObjectChangerParts = {
  readonly writer: Writer;
  /** Makes the JSON text of the search document of a large object. */
  readonly describeLarge: (object: StoredVersion) => Promise<string>;
};

/** Requests of one part, and UTF-16 units of their texts: copying more at once for the writer's thread would block this one for too long. */
const PART = { maxItems: 100, maxSize: 1_048_576 };

/** The writing methods of {@link ObjectStore}: their requests are steps of the writer. */
export function openObjectChanger({
  writer,
  describeLarge,
}: ObjectChangerParts): Pick<ObjectStore, 'write' | 'remove' | 'restore'> {
  async function documentOf(request: WriteRequest | RestoreRequest): Promise<string> {
    return request.search === null ? describeLarge(storedVersion(request)) : JSON.stringify(request.search);
  }

  async function describeAll<Request extends WriteRequest | RestoreRequest>(
    part: readonly Request[],
  ): Promise<readonly WithDocumentText<Request>[]> {
    return Promise.all(part.map(async (request) => ({ ...request, search: await documentOf(request) })));
  }

  function parts<Request extends WriteRequest | RestoreRequest>(requests: readonly Request[]) {
    return chunksBySize(requests, ({ text }) => text.length, PART).map((part) => describeAll(part));
  }

  return {
    async write(requests) {
      const outcomes = await writer.steps('write', parts(requests));
      return requests.map((request, position) => writeOutcome(request, outcomes[position]));
    },
    remove: (requests) => writer.steps('remove', chunks(requests, PART.maxItems)),
    restore: (requests) => writer.steps('restore', parts(requests)),
  };
}

function writeOutcome(request: WriteRequest, outcome: WriteStepOutcome | undefined): WriteOutcome {
  if (outcome === undefined) throw new Error('A write had no outcome.');
  if (outcome.status !== 'stored') return outcome;
  const head = { ...storedVersion(request), deleted: false, writeId: outcome.writeId };
  // What the document in a request omits is reported by the code that made it.
  if (request.search !== null || outcome.omitted === undefined) return { status: 'stored', head };
  return { status: 'stored', head, unsearchable: outcome.omitted.join(' ') };
}

function storedVersion(version: StoredVersion): StoredVersion {
  const { key, shortId, id, version: number, time, text, access } = version;
  return { key, shortId, id, version: number, time, text, access };
}

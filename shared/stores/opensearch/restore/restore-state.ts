import type { RestoreRequest } from '../../../repository/store/object-store.ts';
import { type Entry, type HeadBody, idOfVersion, toEntry, type VersionBody } from '../documents.ts';
import type { OpenSearchParts } from '../parts.ts';
import { readByKey } from '../read/read-objects.ts';

/** A request, and its position in the call. */
export type RestoreItem = { readonly index: number; readonly request: RestoreRequest };

/** The part of the state of an object that is needed to insert versions. */
export type Known = {
  readonly head: Entry<HeadBody> | null;
  /**
   * Documents besides the head, by version: of the requested versions, of all history above the lowest of them, and of the
   * current version, which has one where versions were inserted below it, or it was replaced.
   */
  readonly documents: ReadonlyMap<number, Entry<VersionBody>>;
  /** Versions that documents name as history, also those right before the lowest requested one. */
  readonly named: ReadonlySet<number>;
  /** Whether some of these have no document: their restore is in progress, or was interrupted. */
  readonly incomplete: boolean;
};

/**
 * Reads the states of all objects together, with one call for the heads. If versions are inserted below them, it makes one more
 * call, and one for each 32 versions in between.
 */
export async function readKnown(
  parts: OpenSearchParts,
  objects: readonly { readonly key: string; readonly items: readonly RestoreItem[] }[],
): Promise<Known[]> {
  const heads = await readByKey(
    parts,
    objects.map(({ key }) => key),
  );
  const readings = objects.map(({ key, items }) => begin(key, items, heads.get(key) ?? null));
  for (;;) {
    const missing = readings.flatMap((reading) => versionsToRead(reading).map((version) => ({ reading, version })));
    if (missing.length === 0) return readings.map(toKnown);
    const documents = await parts.engine.read(
      missing.map(({ reading: { key }, version }) => {
        return { index: parts.names.objects, id: idOfVersion(key, version), routing: key };
      }),
    );
    for (const [index, { reading, version }] of missing.entries()) {
      const document = documents[index];
      const entry = document ? toEntry(document) : null;
      reading.looked.add(version);
      if (entry?.body.kind !== 'version') continue;
      reading.documents.set(version, { body: entry.body, revision: entry.revision });
      for (const earlier of entry.body.earlier) reading.named.add(earlier);
    }
  }
}

type Reading = {
  readonly key: string;
  readonly head: Entry<HeadBody> | null;
  /** Numbers of versions to read, whether or not they are named. */
  readonly wanted: readonly number[];
  /** All named versions above this one are read. */
  readonly lowest: number;
  readonly documents: Map<number, Entry<VersionBody>>;
  readonly named: Set<number>;
  readonly looked: Set<number>;
};

function begin(key: string, items: readonly RestoreItem[], head: Entry<HeadBody> | null): Reading {
  const versions = items.map(({ request }) => request.version);
  const current = head?.body.version ?? Number.NEGATIVE_INFINITY;
  const below = versions.filter((version) => version < current);
  const replaces = items.some(({ request }) => {
    return request.resolve === true && request.version === current && request.text !== head?.body.text;
  });
  return {
    key,
    head,
    wanted: below.length > 0 || replaces ? [current, ...below] : [],
    lowest: versions.reduce((lowest, version) => Math.min(lowest, version), Number.POSITIVE_INFINITY),
    documents: new Map(),
    named: new Set(head?.body.earlier),
    looked: new Set(),
  };
}

function versionsToRead({ wanted, lowest, named, looked }: Reading): number[] {
  const above = [...named].filter((version) => version > lowest);
  return [...new Set([...wanted, ...above])].filter((version) => !looked.has(version));
}

function toKnown({ head, documents, named, looked }: Reading): Known {
  const incomplete = [...named].some((version) => looked.has(version) && !documents.has(version));
  return { head, documents, named, incomplete };
}

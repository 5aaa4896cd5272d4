import * as z from 'zod/mini';
import { isObject, type Json, type JsonObject, parseJson } from '../../../shared/repository/linked-data/json.ts';
import { addressOf } from '../../../shared/repository/linked-data/names.ts';
import { asObjects } from './result-page.ts';
import type { Send, Sender } from './send.ts';

/** A stored object, and the tag of its state, for `If-Match`. */
export type StoredObject = { readonly object: JsonObject; readonly etag: string | null };

const trailSchema = z.array(
  z.object({
    operation: z.enum(['create', 'change', 'delete']),
    version: z.number(),
    /** UTC milliseconds. */
    time: z.nullable(z.number()),
    actor: z.nullable(
      z.object({
        /** Fingerprints. */
        keys: z.array(z.string()),
        moreKeys: z.optional(z.number()),
        issuer: z.optional(z.string()),
        subject: z.optional(z.string()),
      }),
    ),
    override: z.boolean(),
  }),
);

/** One operation in the audit trail of an object. */
export type TrailEntry = z.infer<typeof trailSchema>[number];

/** Reads single objects. All throw ServiceError. */
export type Objects = {
  /** @param id with or without version; an old version is found only by {@link Objects.readVersion} */
  readonly read: (shortId: string, signal?: AbortSignal) => Promise<StoredObject>;
  readonly readVersion: (shortId: string, version: number, signal?: AbortSignal) => Promise<JsonObject>;
  /** All versions that the caller may read, newest first. */
  readonly history: (shortId: string, signal?: AbortSignal) => Promise<readonly JsonObject[]>;
  /** Who changed it when, newest first; for owners and admins, `not-found` for others. */
  readonly trail: (shortId: string, signal?: AbortSignal) => Promise<readonly TrailEntry[]>;
};

/** @param base the address of the service, ending in `/api/` */
export function createObjects(base: string, { send, sendForJson }: Sender): Objects {
  const address = (shortId: string, query = '') => `${addressOf(shortId, [base])}${query}`;
  const withSignal = (signal: AbortSignal | undefined) => ({ ...(signal !== undefined && { signal }) });

  return {
    read: async (shortId, signal) => storedObject(await send(address(shortId), withSignal(signal))),
    readVersion: async (shortId, version, signal) =>
      asObject(await sendForJson(address(shortId, `?version=${version}`), withSignal(signal))),
    history: async (shortId, signal) =>
      asObjects(await sendForJson(address(shortId, '?history=true'), withSignal(signal))),
    async trail(shortId, signal) {
      return trailSchema.parse(await sendForJson(address(shortId, '?audit=true'), withSignal(signal)));
    },
  };
}

/** The object in a response, with its tag. */
export async function storedObject(response: Awaited<ReturnType<Send>>): Promise<StoredObject> {
  const object = asObject(parseJson(await response.text(), 'The object'));
  return { object, etag: response.headers.get('etag') };
}

function asObject(value: Json): JsonObject {
  if (!isObject(value)) throw new TypeError('The service answered something other than an object.');
  return value;
}

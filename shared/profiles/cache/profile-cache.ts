import * as z from 'zod/mini';
import { type Bytes, decodeBase64, encodeBase64 } from '../../base/crypto/base64.ts';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import type { ProfileText } from '../engine/result.ts';

/** The profile of an earlier request. */
export type CachedProfile = { readonly generation: string; readonly read: () => Promise<ProfileText> };

/** Profiles of earlier requests (specification: profile rule 14). */
export type ProfileCache = {
  /** The profile with this key, if it has not expired. It is valid only while its generation is the current one. */
  readonly get: (key: string) => Promise<CachedProfile | null>;
  /**
   * Does nothing for a profile that is too long or has expired.
   *
   * @param until UTC milliseconds at which the profile may change without a write, or null
   */
  readonly set: (key: string, generation: string, text: ProfileText, until: number | null) => Promise<void>;
};

/** Longer texts are compressed. */
const MAX_PLAIN_LENGTH = 16_384;

/** Longer texts are not cached. */
const MAX_TEXT_LENGTH = 64 << 20;

/** Longer entries are not cached: key-value stores are for small values. */
const MAX_ENTRY_LENGTH = 1_000_000;

const ENTRY = z.object({
  generation: z.string(),
  before: z.optional(z.string()),
  after: z.optional(z.string()),
  /** Base64 of both texts with a line break between them, deflated. Neither text has a line break. */
  deflated: z.optional(z.string()),
});
type Entry = z.infer<typeof ENTRY>;

/**
 * A cache in the key-value store, for all instances.
 *
 * @param lifetime milliseconds; 0: nothing is cached
 */
export function createProfileCache(options: {
  readonly keyValues: KeyValueStore;
  readonly now: () => number;
  readonly lifetime: number;
}): ProfileCache {
  const { keyValues, now, lifetime } = options;
  return {
    async get(key) {
      const found = lifetime === 0 ? null : await keyValues.get(`profile/entry/${key}`);
      if (found === null) return null;
      const entry = z.parse(ENTRY, JSON.parse(found.value)); // only this module writes entries
      return { generation: entry.generation, read: () => read(entry) };
    },
    async set(key, generation, text, until) {
      const expires = Math.min(now() + lifetime, until ?? Number.POSITIVE_INFINITY);
      if (expires <= now()) return;
      const entry = await written(text);
      if (entry === null) return;
      await keyValues.set(`profile/entry/${key}`, JSON.stringify({ generation, ...entry }), { expires });
    },
  };
}

async function read({ before: start = '', after: end = '', deflated }: Entry): Promise<ProfileText> {
  if (deflated === undefined) return { before: start, after: end };
  const bytes = await piped(decodeBase64(deflated) ?? new Uint8Array(), new DecompressionStream('deflate-raw'));
  const text = new TextDecoder().decode(bytes);
  const cut = text.indexOf('\n');
  return { before: text.slice(0, cut), after: text.slice(cut + 1) };
}

async function written(text: ProfileText): Promise<Omit<Entry, 'generation'> | null> {
  const length = text.before.length + text.after.length;
  if (length <= MAX_PLAIN_LENGTH) return text;
  if (length > MAX_TEXT_LENGTH) return null;
  const bytes = new TextEncoder().encode(`${text.before}\n${text.after}`);
  const deflated = encodeBase64(await piped(bytes, new CompressionStream('deflate-raw')));
  return deflated.length > MAX_ENTRY_LENGTH ? null : { deflated };
}

async function piped(bytes: Bytes, stream: CompressionStream | DecompressionStream): Promise<Bytes> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

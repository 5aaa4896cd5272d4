import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { openEmbeddedRepository } from '../../../../test/support/repository.ts';
import type { Config } from '../../../base/config/config.ts';
import { encodeUtf8 } from '../../../base/crypto/text-encoding.ts';
import { ANONYMOUS } from '../../../repository/access/caller.ts';
import type { Change } from '../../../repository/objects/change-feed.ts';
import { putMany } from '../../../repository/objects/put-many.ts';
import { exportLines } from '../export-lines.ts';
import { importLines } from '../import-lines.ts';

/** A repository without HTTP, over an embedded store. */
export type Repository = Awaited<ReturnType<typeof openRepository>>;

/** Opens a repository in an empty directory. Close it. */
export async function openRepository(directory: string, settings: Partial<Config> = {}) {
  const { stores, ctx } = await openEmbeddedRepository(directory, { settings });
  const changes: Change[] = [];
  ctx.changes.subscribe((change) => changes.push(change));
  return {
    ctx,
    /** Stores records of identities, as if encrypted with some secret. */
    async keepIdentities(...names: readonly string[]): Promise<void> {
      for (const name of names) await stores.keyValues.set(identityKey(name), `1.${btoa(name)}.${btoa('credentials')}`);
    },
    /** The changes that subscribers received. */
    changes,
    /** Saves objects as an anonymous caller. */
    save: (...objects: readonly object[]) =>
      putMany(
        ctx,
        objects.map((object) => ({ object: JSON.parse(JSON.stringify(object)) })),
        ANONYMOUS,
        'batch',
      ),
    /** Every line of an export, sorted. */
    async exported(): Promise<readonly string[]> {
      const lines: string[] = [];
      for await (const line of exportLines(ctx)) lines.push(line);
      return lines.sort();
    },
    import: (lines: readonly string[]) => importLines(ctx, bytesOf(lines.map((line) => `${line}\n`).join(''))),
    close: () => stores.close(),
  };
}

/** The key of the record of an identity. */
export function identityKey(name: string): `identity/${string}` {
  return `identity/${bytesToHex(sha256(encodeUtf8(name)))}`;
}

/** Encodes a text in chunks of a size. */
export async function* bytesOf(text: string | Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

/** An object of schema.org with this id. */
export function thing(id: string, members: object = {}): object {
  return { '@context': 'https://schema.org', '@type': 'Thing', '@id': id, ...members };
}

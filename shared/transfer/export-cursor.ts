import * as z from 'zod/mini';
import { decodeBase64, encodeBase64 } from '../crypto/base64.ts';
import { fromUtf8, utf8 } from '../crypto/text-encoding.ts';
import { Problem } from '../errors/problem.ts';

/** After a version of an object, or an identity: the cursor of its page in the store, and its key there. */
const POSITION = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('objects'),
    page: z.nullable(z.string()),
    last: z.nullable(z.object({ key: z.string(), version: z.number() })),
  }),
  z.object({ kind: z.literal('identities'), page: z.nullable(z.string()), last: z.nullable(z.string()) }),
]);

/** A position in an export. */
export type ExportPosition = z.infer<typeof POSITION>;

/** The start of an export. */
export const START = { kind: 'objects', page: null, last: null } as const satisfies ExportPosition;

/** The start of its identities. */
export const FIRST_IDENTITY = { kind: 'identities', page: null, last: null } as const satisfies ExportPosition;

/** Encodes a position as base64url. It is not encrypted: exports are for admins. */
export function encodeExportCursor(position: ExportPosition): string {
  const text = encodeBase64(utf8(JSON.stringify(position)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Reverses {@link encodeExportCursor}. @throws Problem `invalid-parameter` (400) for anything else */
export function decodeExportCursor(cursor: string): ExportPosition {
  const padding = '='.repeat((4 - (cursor.length % 4)) % 4);
  const bytes = /^[\w-]+$/.test(cursor)
    ? decodeBase64(cursor.replaceAll('-', '+').replaceAll('_', '/') + padding)
    : null;
  try {
    return z.parse(POSITION, JSON.parse(fromUtf8(bytes ?? new Uint8Array()) ?? ''));
  } catch {
    throw new Problem('invalid-parameter', 'cursor: is not from an export. Start without it.', { where: 'cursor' });
  }
}

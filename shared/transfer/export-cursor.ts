import * as z from 'zod/mini';
import { decodeBase64, encodeBase64 } from '../crypto/base64.ts';
import { fromUtf8, utf8 } from '../crypto/text-encoding.ts';
import { Problem } from '../errors/problem.ts';

/** Behind a version of an object, or an identity: the cursor of the store's page that it is in, and its name there. */
const POSITION = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('objects'),
    page: z.nullable(z.string()),
    last: z.nullable(z.object({ key: z.string(), version: z.number() })),
  }),
  z.object({ kind: z.literal('identities'), page: z.nullable(z.string()), last: z.nullable(z.string()) }),
]);

/** Where an export goes on. */
export type ExportPosition = z.infer<typeof POSITION>;

/** Where an export begins. */
export const START = { kind: 'objects', page: null, last: null } as const satisfies ExportPosition;

/** Where its identities begin. */
export const FIRST_IDENTITY = { kind: 'identities', page: null, last: null } as const satisfies ExportPosition;

/** A position as opaque text of letters, digits, `-` and `_`. Nothing in it is hidden: exports are for admins. */
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
    throw new Problem('invalid-parameter', 'cursor: is none of an export. Begin without it.', { where: 'cursor' });
  }
}

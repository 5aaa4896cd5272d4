import { Problem } from '../base/errors/problem.ts';

/** A part of a file: from its first to its last byte, both included. */
export type Bounds = { readonly first: number; readonly last: number };

/**
 * The part of a file that a request asks for (RFC 9110, 14.2); null: all of it. Other units, several ranges, and what is not a range are
 * ignored, as is a range of a file with another entity tag (`If-Range`).
 *
 * @param size of the file, in bytes
 * @param entityTag of the file, a strong one
 * @throws Problem `range-not-satisfiable` (416) for a part behind the end of the file
 */
export function byteRange({ headers }: Pick<Request, 'headers'>, size: number, entityTag: string): Bounds | null {
  const condition = headers.get('if-range');
  if (condition !== null && condition !== entityTag) return null;
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(headers.get('range') ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  if (from !== '' && to !== '' && Number(from) > Number(to)) return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (first <= last) return { first, last };
  throw new Problem('range-not-satisfiable', `The file has ${size} bytes.`, { where: 'Range' });
}

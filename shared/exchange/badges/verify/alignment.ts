import * as z from 'zod/mini';
import { oneOrMany } from '../../../repository/linked-data/foreign-values.ts';

/** What a badge is aligned to (Open Badges 2.0, AlignmentObject; 3.0, Alignment). */
export const alignments = oneOrMany(z.looseObject({ targetUrl: z.optional(z.string()) }));

/** The addresses that alignments name. */
export function targetsOf(parsed: z.output<typeof alignments>): readonly string[] {
  return parsed.flatMap(({ targetUrl }) => targetUrl ?? []);
}

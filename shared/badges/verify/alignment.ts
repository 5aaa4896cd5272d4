import * as z from 'zod/mini';

const alignment = z.looseObject({ targetUrl: z.optional(z.string()) });

/** What a badge is aligned to: one object or several (Open Badges 2.0, AlignmentObject; 3.0, Alignment). */
export const alignments = z.optional(z.union([alignment, z.array(alignment)]));

/** The addresses that alignments name. */
export function targetsOf(parsed: z.output<typeof alignments>): readonly string[] {
  return [parsed ?? []].flat().flatMap(({ targetUrl }) => targetUrl ?? []);
}

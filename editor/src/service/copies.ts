import * as z from 'zod/mini';
import type { Sender } from './send.ts';

const counts = { new: z.number(), changed: z.number(), same: z.number() };

const previewSchema = z.object({
  way: z.enum(['export', 'search']),
  objects: z.number(),
  ...counts,
  types: z.array(z.object({ type: z.nullable(z.string()), ...counts })),
  complete: z.boolean(),
});

/** What a copy of another server would bring. */
export type CopyPreview = z.infer<typeof previewSchema>;

/** The progress or the result of a copy. */
export const copyReport = z.object({
  restored: z.number(),
  present: z.number(),
  failedCount: z.number(),
  failed: z.array(z.object({ '@id': z.nullable(z.string()), type: z.optional(z.string()), detail: z.string() })),
  objects: z.number(),
  missed: z.array(z.string()),
});

/** The server to copy from, with its secret if it has one. */
export type CopySource = { readonly from: string; readonly sourceSecret: string | null };

/** Copies of other servers, for admins (docs/operate/move.md). All throw ServiceError. */
export type Copies = {
  /** `where` of the problem is `from` or `sourceSecret` when that is at fault. */
  readonly previewCopy: (source: CopySource, signal?: AbortSignal) => Promise<CopyPreview>;
  /**
   * Starts a copy, which continues without this page: the records of operations show its progress.
   *
   * @returns once it has begun; `ended` resolves when it has ended, or the connection has
   */
  readonly startCopy: (source: CopySource) => Promise<{ readonly ended: Promise<void> }>;
  /** Cancels the copy that is running. It ends within some seconds. */
  readonly cancelCopy: () => Promise<void>;
};

export function createCopies({ send, sendForJson }: Sender): Copies {
  const asked = ({ from, sourceSecret }: CopySource) => ({ from, ...(sourceSecret !== null && { sourceSecret }) });
  return {
    async previewCopy(source, signal) {
      const json = { ...asked(source), dryRun: true };
      return previewSchema.parse(await sendForJson('util/copy', { json, ...(signal !== undefined && { signal }) }));
    },
    async startCopy(source) {
      const headers = { accept: 'application/x-ndjson' };
      const response = await send('util/copy', { json: asked(source), headers });
      // Some platforms end the work of a request whose answer is not read.
      const ended = response.text().then(
        () => undefined,
        () => undefined,
      );
      return { ended };
    },
    async cancelCopy() {
      await send('util/copy', { method: 'DELETE' });
    },
  };
}

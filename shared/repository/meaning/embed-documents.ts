import { Problem } from '../../base/errors/problem.ts';
import type { Logger } from '../../base/telemetry/logger.ts';
import { embedText, isRefusal } from '../models/embed-text.ts';
import type { Embedder } from '../models/embedder.ts';

type EmbedContext = { readonly embedder: Embedder; readonly logger: Logger };

/** A text that every model accepts: if it fails too, the texts are not the reason. */
const PROBE = 'competency';

/** The length of the vectors that the model makes now. @throws Problem as `Embedder.embed` does */
export async function vectorLength(embedder: Embedder, ended: AbortSignal): Promise<number> {
  return (await embedText(embedder, PROBE, ended, 'document')).length;
}

/**
 * The vectors of texts; null for one that the model refuses, which must not hold up the others for ever. Texts that are refused, or
 * take too long, together are tried in smaller parts.
 *
 * @throws Problem as `Embedder.embed` does, if the texts are not the reason
 */
export async function embedDocuments(
  ctx: EmbedContext,
  texts: readonly string[],
  ended: AbortSignal,
): Promise<readonly (Float32Array | null)[]> {
  const [first] = texts;
  try {
    if (texts.length === 1 && first !== undefined) return [await embedText(ctx.embedder, first, ended, 'document')];
    return await ctx.embedder.embed(texts, ended, 'document');
  } catch (error) {
    const isTooMuch = texts.length > 1 && error instanceof Problem && error.code === 'model-timeout';
    if (!isTooMuch && !isRefusal(error)) throw error;
    await vectorLength(ctx.embedder, ended);
    if (texts.length > 1) {
      const middle = texts.length >> 1;
      return [
        ...(await embedDocuments(ctx, texts.slice(0, middle), ended)),
        ...(await embedDocuments(ctx, texts.slice(middle), ended)),
      ];
    }
    ctx.logger.warn('DATA', 'The embedding model refuses the text of an object, which is found by its words only', {
      error: String(error),
    });
    return [null];
  }
}

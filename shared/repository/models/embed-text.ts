import { Problem } from '../../base/errors/problem.ts';
import type { Embedder, TextKind } from './embedder.ts';

/** Characters that models with few positions accept: servers refuse what is longer, unless they cut it. */
const SHORT_CHARACTERS = 1_000;

/**
 * Makes the vector of one text; of its beginning, if the model refuses it as a whole.
 *
 * @throws Problem as `Embedder.embed` does, `model-failed` (502) also if its beginning is refused
 */
export async function embedText(
  embedder: Embedder,
  text: string,
  signal: AbortSignal,
  kind: TextKind,
): Promise<Float32Array> {
  const made = await embedder.embed([text], signal, kind).catch((error: unknown) => {
    if (!isRefusal(error) || text.length <= SHORT_CHARACTERS) throw error;
    return embedder.embed([text.slice(0, SHORT_CHARACTERS).toWellFormed()], signal, kind);
  });
  const [vector] = made;
  if (vector === undefined) throw new Error('The model made no vector.');
  return vector;
}

/** Whether the model may have failed because of the texts. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Problem && error.code === 'model-failed';
}

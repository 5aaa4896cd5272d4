import * as z from 'zod/mini';

/** A framework or a competency in a message. */
type Named = { readonly id: string; readonly name: string };

/** A message to the page that embeds a framework (docs/use/editor.md: Embed). */
export type Message =
  | { readonly type: 'ready'; readonly framework: Named; readonly competencies: number }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'select'; readonly competency: Named | null }
  /** Height of the whole content, in CSS pixels. */
  | { readonly type: 'resize'; readonly height: number };

/** A message from that page: `listen`, or `show` with the competency to show. */
const requestSchema = z.object({ type: z.string(), competencyId: z.optional(z.string()) });

/** The conversation with the embedding page. */
export type Embedder = {
  /** Sends a message now, or once the page listens: then only the last message of each type. */
  readonly send: (message: Message) => void;
  /** Calls back when the page asks to show a competency. @returns a function that ends this */
  readonly onShow: (show: (competencyId: string) => void) => () => void;
};

/**
 * Talks with the embedding page once it has sent `listen`, and with its origin only: a page of another origin that replaces it
 * receives nothing.
 */
export function createEmbedder(page: Pick<Window, 'parent' | 'addEventListener'>): Embedder {
  const last = new Map<Message['type'], Message>();
  const listeners = new Set<(competencyId: string) => void>();
  let origin: string | null = null;

  const post = (message: Message): void => {
    if (origin !== null) page.parent.postMessage({ source: 'competency-service', ...message }, origin);
  };

  page.addEventListener('message', ({ data, source, origin: sender }) => {
    if (source !== page.parent) return;
    const request = requestSchema.safeParse(data);
    if (!request.success) return; // pages send messages to their frames for many reasons
    const { type, competencyId } = request.data;
    if (type === 'listen') {
      origin = sender;
      for (const message of last.values()) post(message);
    } else if (type === 'show' && competencyId !== undefined) {
      for (const show of listeners) show(competencyId);
    }
  });

  return {
    send(message) {
      last.set(message.type, message);
      post(message);
    },
    onShow(show) {
      listeners.add(show);
      return () => listeners.delete(show);
    },
  };
}

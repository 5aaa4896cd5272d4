import * as z from 'zod/mini';

/** A framework or a competency, as messages name it. */
type Named = { readonly id: string; readonly name: string };

/** What the page that embeds a framework is sent (docs/use/editor.md: Embed). */
export type Message =
  | { readonly type: 'ready'; readonly framework: Named; readonly competencies: number }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'select'; readonly competency: Named | null }
  /** In CSS pixels: all that is shown. */
  | { readonly type: 'resize'; readonly height: number };

/** What that page sends: `listen`, and `show` with the competency to show. */
const requestSchema = z.object({ type: z.string(), competencyId: z.optional(z.string()) });

/** The conversation with the page that has this one in a frame. */
export type Embedder = {
  /** Sends a message, now or once the page listens. Of each type, a page that listens later gets the last one. */
  readonly send: (message: Message) => void;
  /** Sets what is done when the page asks for a competency to be shown. @returns ends that */
  readonly onShow: (show: (competencyId: string) => void) => () => void;
};

/**
 * Talks with the page around this one once that has sent `listen`, and with its origin only: so no other page that comes to
 * stand there reads along.
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

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A change in a message, as a receiver reads it. */
export type ReceivedChange = {
  readonly type: string;
  readonly timestamp?: string;
  readonly data: { readonly id: string; readonly version: number; readonly type: string; readonly address: string };
};

/** A post to a receiver. */
export type Received = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** A receiver of webhooks: an HTTP server on loopback that keeps what is posted to it. */
export type WebhookReceiver = {
  /** Without a path; ends in a slash. */
  readonly url: string;
  /** Every post in order, also those that it did not accept. */
  readonly posts: Received[];
  /** Answers a post; false: it is accepted with 204. */
  answer: (post: Received, response: ServerResponse) => boolean;
  /** The posts to a path that it accepted. */
  readonly accepted: (path: string) => readonly Received[];
  /** The changes in the accepted posts to a path, in order. */
  readonly changes: (path: string) => readonly ReceivedChange[];
  readonly stop: () => void;
};

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const accepted: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const post = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
    receiver.posts.push(post);
    if (receiver.answer(post, response)) return;
    accepted.push(post);
    response.writeHead(204).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const acceptedAt = (path: string) => accepted.filter((post) => post.path === path);
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    posts: [],
    answer: () => false,
    accepted: acceptedAt,
    changes: (path) =>
      acceptedAt(path)
        .map(({ body }) => JSON.parse(body))
        .filter(({ type }) => type === 'objects.changed')
        .flatMap(({ data }) => data.changes),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}

/** Verifies a post with a secret, as receivers do. @throws Error when the signature does not fit */
export function verified(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

import { type Agent, request } from 'node:http';
import type { Answer } from './described-fetch.ts';

export type RawRequest = {
  readonly port: number;
  readonly method?: string;
  /** Path that is sent unchanged, whereas `fetch` would normalize it. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Chunks of the body, without Content-Length unless the headers name it. */
  readonly body?: Iterable<Uint8Array | string>;
  /** Reuses connections for several requests; absent: each request has a new one. */
  readonly agent?: Agent;
};

/** Sends exactly these bytes as a request. Rejects when the connection ends without an answer. */
export function rawRequest(made: RawRequest): Promise<Answer> {
  const { port, method = 'GET', path, headers = {}, body = [], agent = false } = made;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, headers: { host: `localhost:${port}`, ...headers }, agent },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const pairs = Object.entries(response.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]);
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(pairs),
            text: bytes.toString('utf8'),
            json: () => JSON.parse(bytes.toString('utf8')),
          });
        });
      },
    );
    outgoing.on('error', reject);
    for (const chunk of body) outgoing.write(chunk);
    outgoing.end();
  });
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Answer } from '../../../shared/http/answer.ts';
import type { Metrics } from './prometheus.ts';

/** The metrics as an answer of the application. */
export async function metricsAnswer(metrics: Metrics): Promise<Answer> {
  const { contentType, text } = await metrics.text();
  return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body: text };
}

/**
 * Serves `/metrics` on a port of its own, which is not for clients.
 * It ends with the process, which it does not keep alive.
 *
 * @throws Error when the port is taken or may not be used
 */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<void> {
  const server = createServer((request, answer) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      answer.writeHead(404).end();
      return;
    }
    metrics.text().then(
      ({ contentType, text }) => answer.writeHead(200, { 'content-type': contentType }).end(text),
      () => answer.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  server.unref();
}

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../support/client.ts';
import { freePort, startServer, type TestServer } from '../support/server.ts';
import { saveNew, shortId } from '../support/things.ts';

let server: TestServer;
let client: Client;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  server = await startServer({ METRICS_PORT: String(metricsPort) });
  client = createClient(server);
});
afterAll(() => server.dispose());

const metrics = async (base = `http://127.0.0.1:${metricsPort}/`) => (await fetch(`${base}metrics`)).text();

test('METRICS_PORT serves what the process has done, by operation and never by id; the public port does not', async () => {
  const thing = await saveNew(server, client);
  await client.call(shortId(thing));
  await client.call('/api/nowhere');
  const text = await metrics();
  expect(text).toMatch(/^competency_http_requests_total\{operation="GET \/api\/data\/\*",status="200"\} 1$/m);
  expect(text).toMatch(/^competency_http_requests_total\{operation="none",status="404"\} 1$/m);
  expect(text).toMatch(/^competency_http_request_duration_seconds_count\{operation="POST \/api\/data\/\*"\} 1$/m);
  expect(text).toMatch(
    /^competency_store_call_duration_seconds_count\{store="objects",method="write",outcome="ok"\} 1$/m,
  );
  expect(text).not.toContain(shortId(thing).split('/').at(-1));
  expect((await client.call('/metrics')).status).toBe(404);
});

test('passwords that wait to be hashed are counted as long as they wait, and so is every other queue', async () => {
  const waiting = async () => {
    const lines = (await metrics()).matchAll(/^competency_waiting\{queue="([a-z-]+)"\} (\d+)$/gm);
    return Object.fromEntries([...lines].map(([, queue, count]) => [queue, Number(count)]));
  };
  const queues = ['memory', 'writes', 'searches', 'profiles', 'large-objects', 'passwords'];
  expect(await waiting()).toEqual(Object.fromEntries(queues.map((queue) => [queue, 0])));
  const logins = Array.from({ length: 8 }, (_, number) =>
    client.call('/api/sky/id/login', {
      method: 'POST',
      json: { username: `anne${number}`, password: 'wrong' },
    }),
  );
  await expect.poll(async () => (await waiting())['passwords'], { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
  await Promise.all(logins);
  expect((await waiting())['passwords']).toBe(0);
});

test('METRICS_PUBLIC serves them on the public port too', async () => {
  const open = await startServer({ METRICS_PUBLIC: 'true' });
  expect(await metrics(open.url)).toContain('# TYPE competency_http_requests_total counter');
  await open.dispose();
});

test.each(['grafana-dashboard.json', 'prometheus-alerts.yaml'])('%s names metrics that there are', async (file) => {
  const configuration = await readFile(new URL(`../../infra/monitoring/${file}`, import.meta.url), 'utf8');
  const whole = await startServer({ METRICS_PUBLIC: 'true', SVC_REPLICATION_ENDPOINT: 'http://localhost:9/api/' });
  const text = await metrics(whole.url);
  await whole.dispose();
  const there = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
  const named = [...new Set(configuration.match(/\b(?:competency|nodejs|process)_[a-z0-9_]+/g))];
  const base = (name: string) => (there.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, ''));
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !there.has(base(name)))).toEqual([]);
});

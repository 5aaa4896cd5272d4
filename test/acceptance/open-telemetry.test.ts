import { expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { useCollector } from '../support/otlp-collector.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { saveNew, shortId } from '../support/things.ts';

const collector = useCollector();

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

/** Names the modules of OpenTelemetry that a process loads on its standard error. */
const NAME_MODULES = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.includes('opentelemetry')) process.stderr.write('Loads ' + specifier + '\\n');
      return next(specifier, context);
    },
  });
`)}`;

async function useOnce(
  environment: Record<string, string>,
  use: (server: TestServer) => Promise<void>,
): Promise<string> {
  const server = await startServer(environment);
  try {
    await use(server);
    await server.stop(); // sends the rest
    return server.output();
  } finally {
    await server.dispose();
  }
}

test('a request is a span below that of its caller, and each call of a store a span below it', async () => {
  let path = '';
  await useOnce(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key',
      OTEL_SERVICE_NAME: 'library',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=other',
    },
    async (server) => {
      const client = createClient(server);
      path = new URL(shortId(await saveNew(server, client))).pathname;
      await client.call(`${path}?secret=hush`, { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
      await client.call('/api/sky/repo/search?q=)');
    },
  );
  const named = (name: string) => collector.spans.filter((span) => span.name === name);
  const [read] = named('GET /api/data/*');
  expect(read).toMatchObject({ traceId: TRACE, parentId: PARENT, kind: 'server', failed: false });
  expect(read?.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/data/*',
    'http.response.status_code': 200,
    'url.scheme': 'http',
    'url.path': path,
  });
  expect(read?.resource).toMatchObject({ 'service.name': 'library', 'deployment.environment.name': 'test' });
  const calls = collector.spans.filter(({ parentId }) => parentId === read?.spanId);
  expect(calls.length).toBeGreaterThan(0);
  const database = process.env.STORE === 'opensearch' ? 'opensearch' : 'sqlite';
  for (const call of calls) {
    expect(call).toMatchObject({ traceId: TRACE, kind: 'client', attributes: { 'db.system.name': database } });
  }
  const [saved] = named('POST /api/data/*');
  const written = named('write objects').filter(({ parentId }) => parentId === saved?.spanId);
  expect(written.map(({ attributes }) => attributes['db.operation.name'])).toEqual(['write']);
  expect(named('GET /api/sky/repo/search')[0]).toMatchObject({
    failed: false, // the caller's fault is not the service's
    attributes: { 'http.response.status_code': 400, 'competency.problem': expect.any(String) },
  });
  expect(JSON.stringify(collector.spans)).not.toContain('hush');
  expect(new Set(collector.headers.map((headers) => headers['api-key']))).toEqual(new Set(['a key']));
});

test('the metrics of Prometheus are sent too, by the names of the semantic conventions', async () => {
  const points = (name: string) =>
    collector.metrics.filter((metric) => metric.name === name).flatMap((one) => one.points);
  expect(points('http.server.request.duration')).toContainEqual({
    'http.request.method': 'POST',
    'http.route': '/api/data/*',
    'http.response.status_code': 200,
    'url.scheme': 'http',
  });
  expect(points('db.client.operation.duration')).toContainEqual(
    expect.objectContaining({ 'db.operation.name': 'write', 'db.collection.name': 'objects' }),
  );
  expect(points('competency.waiting')).toContainEqual({ queue: 'writes' });
  const names = collector.metrics.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['nodejs.eventloop.delay.p99', 'process.cpu.time', 'process.memory.usage']),
  );
});

test('requests that the caller or the sampler leaves out are not sent, and metrics alone or traces alone can be', async () => {
  const spans = collector.spans.length;
  const metrics = collector.metrics.length;
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRICS_EXPORTER: 'none' };
  await useOnce({ ...settings, OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, async ({ url }) => {
    const call = (flag: string) =>
      fetch(`${url}api/ping`, { headers: { traceparent: `00-${TRACE}-${PARENT}-${flag}` } });
    await call('00');
    await fetch(`${url}api/ping`);
    await call('01');
  });
  expect(collector.spans.slice(spans).map(({ name }) => name)).toEqual(['GET /api/ping']);
  expect(collector.metrics).toHaveLength(metrics);
});

test('the service keeps serving while the collector accepts nothing, and logs that once', async () => {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/refused`, OTEL_METRIC_EXPORT_INTERVAL: '100' };
  const output = await useOnce(settings, async (server) => {
    const sent = collector.headers.length;
    await expect.poll(() => collector.headers.length, { timeout: 20_000 }).toBeGreaterThan(sent + 2);
    expect((await fetch(`${server.url}api/ping`)).status).toBe(200);
  });
  expect(output.match(/The OpenTelemetry collector does not accept metrics/g)).toHaveLength(1);
});

test('no module of OpenTelemetry is loaded unless its address is set', async () => {
  const observed = { NODE_OPTIONS: NAME_MODULES, OTEL_SERVICE_NAME: 'library' };
  const use = async (server: TestServer) => {
    expect((await fetch(`${server.url}api/ping`)).status).toBe(200);
  };
  expect(await useOnce(observed, use)).not.toContain('Loads ');
  expect(await useOnce({ ...observed, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, use)).toContain('Loads ');
});

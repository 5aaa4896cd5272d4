import { AsyncLocalStorage } from 'node:async_hooks';
import type { getRequestListener } from '@hono/node-server';
import type { Attributes, Span } from '@opentelemetry/api';
import type { RequestOutcome } from '../../../shared/base/telemetry/request-outcome.ts';
import type { Instruments, StoreCall } from './instruments.ts';
import { errorType, knownMethod, outcomeAttributes, storeAttributes } from './otlp-attributes.ts';
import type { OtlpOptions } from './otlp-options.ts';

type Listener = ReturnType<typeof getRequestListener>;

/** Spans of requests and of their store calls. */
export type Traces = {
  readonly instruments: Instruments;
  /**
   * Creates a span for each request of the listener, a child of the one in its `traceparent` header. It ends when the response has
   * been sent or its connection is closed.
   */
  readonly traced: (listener: Listener) => Listener;
  readonly close: () => Promise<void>;
};

/** Opens the traces for a collector. Store calls outside requests, such as the polls of each second, have no spans. */
export async function openTraces(
  url: string,
  { config, resource, version, scheme, databases, reporting }: OtlpOptions,
): Promise<Traces> {
  const [{ defaultTextMapGetter, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, { W3CTraceContextPropagator }] =
    await Promise.all([import('@opentelemetry/api'), import('@opentelemetry/core')]);
  const propagator = new W3CTraceContextPropagator();
  const provider = await createProvider(url, { config, resource, reporting });
  const tracer = provider.getTracer('competency-service', version);
  const requests = new AsyncLocalStorage<Span>();

  function onRequest(outcome: RequestOutcome): void {
    const span = requests.getStore();
    if (span === undefined) return;
    const { requestId, method, operation, status, refusal } = outcome;
    const attributes = outcomeAttributes(outcome);
    span.setAttributes({
      ...attributes,
      'competency.request_id': requestId,
      ...(refusal !== null && { 'competency.problem': refusal.code }),
    });
    if (operation !== null) span.updateName(`${knownMethod(method) ?? 'HTTP'} ${attributes['http.route']}`);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  }

  function onStoreCall(call: StoreCall): (error: unknown) => void {
    const parent = requests.getStore();
    if (parent === undefined) return () => undefined;
    const span = tracer.startSpan(
      `${call.method} ${call.store}`,
      { kind: SpanKind.CLIENT, attributes: storeAttributes(call, databases) },
      trace.setSpan(ROOT_CONTEXT, parent),
    );
    return (error) => {
      if (error !== null) {
        span.setAttribute('error.type', errorType(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    };
  }

  return {
    instruments: { onRequest, onStoreCall, onWaiting() {}, onSubscriber() {}, onProfile() {}, observeReplication() {} },
    traced: (listener) => (incoming, outgoing) => {
      const method = knownMethod(incoming.method);
      const attributes: Attributes = {
        'http.request.method': method ?? '_OTHER',
        ...(method === null && { 'http.request.method_original': incoming.method }),
        'url.scheme': scheme,
        'url.path': incoming.url?.split('?', 1)[0] ?? '',
        'network.protocol.version': incoming.httpVersion.replace(/\.0$/, ''),
        ...(incoming.socket.remoteAddress !== undefined && { 'network.peer.address': incoming.socket.remoteAddress }),
        ...(incoming.headers['user-agent'] !== undefined && { 'user_agent.original': incoming.headers['user-agent'] }),
      };
      const parent = propagator.extract(ROOT_CONTEXT, incoming.headers, defaultTextMapGetter);
      const span = tracer.startSpan(method ?? 'HTTP', { kind: SpanKind.SERVER, attributes }, parent);
      outgoing.once('close', () => span.end());
      return requests.run(span, () => listener(incoming, outgoing));
    },
    close: () => provider.shutdown(),
  };
}

async function createProvider(
  url: string,
  { config, resource, reporting }: Pick<OtlpOptions, 'config' | 'resource' | 'reporting'>,
) {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
  ]);
  const { parentBased, ratio } = config.sampler;
  const root = new sdk.TraceIdRatioBasedSampler(ratio);
  const exporter = reporting('traces', new OTLPTraceExporter({ url, headers: { ...config.headers } }));
  return new sdk.TracerProvider({
    resource: resourceFromAttributes(resource),
    sampler: parentBased ? new sdk.ParentBasedSampler({ root }) : root,
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
}

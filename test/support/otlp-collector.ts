import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

type Attributes = Readonly<Record<string, unknown>>;

/** A span as a collector received it. */
export type CollectedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: the span has no parent. */
  readonly parentId: string;
  readonly name: string;
  readonly kind: 'server' | 'client' | 'other';
  readonly attributes: Attributes;
  readonly failed: boolean;
  /** Attributes of the process. */
  readonly resource: Attributes;
};

/** A metric with the attributes of its data points. */
export type CollectedMetric = { readonly name: string; readonly points: readonly Attributes[] };

/** A collector for tests: OTLP over HTTP, protobuf (opentelemetry-proto 1). */
export type Collector = {
  /** Below `/refused/` it rejects everything. */
  readonly url: string;
  /** Headers of all requests. */
  readonly headers: readonly IncomingHttpHeaders[];
  readonly spans: readonly CollectedSpan[];
  readonly metrics: readonly CollectedMetric[];
};

/** A collector for all tests of the file or block in which this is called. */
export function useCollector(): Collector {
  const spans: CollectedSpan[] = [];
  const metrics: CollectedMetric[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      headers.push(request.headers);
      const body = decode(Buffer.concat(parts));
      if (request.url === '/v1/traces') spans.push(...spansOf(body));
      if (request.url === '/v1/metrics') metrics.push(...metricsOf(body));
      answer
        .writeHead(request.url?.startsWith('/refused/') ? 400 : 200, { 'content-type': 'application/x-protobuf' })
        .end();
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  return {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens at a port
    },
    headers,
    spans,
    metrics,
  };
}

/** A message of protobuf: the values of each field by its number. */
type Message = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

function decode(bytes: Buffer): Message {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const value = readValue(tag & 7, varint, take);
    const values = fields.get(tag >> 3) ?? [];
    fields.set(tag >> 3, [...values, value]);
  }
  return fields;
}

function readValue(wire: number, varint: () => bigint, take: (length: number) => Buffer): Buffer | bigint {
  if (wire === 0) return varint();
  if (wire === 1) return take(8);
  if (wire === 2) return take(Number(varint()));
  if (wire === 5) return take(4);
  throw new Error(`There is no wire type ${wire} in OTLP.`);
}

const bytesOf = (message: Message, field: number): readonly Buffer[] =>
  (message.get(field) ?? []).filter((value) => typeof value !== 'bigint');
const messagesOf = (message: Message, field: number): readonly Message[] => bytesOf(message, field).map(decode);
const text = (message: Message, field: number): string => bytesOf(message, field)[0]?.toString('utf8') ?? '';
const hex = (message: Message, field: number): string => bytesOf(message, field)[0]?.toString('hex') ?? '';

function attributesOf(message: Message, field: number): Attributes {
  return Object.fromEntries(
    messagesOf(message, field).map((pair) => {
      const [value = new Map()] = messagesOf(pair, 2);
      return [text(pair, 1), anyValue(value)];
    }),
  );
}

function anyValue(value: Message): unknown {
  const [whole] = value.get(3) ?? value.get(2) ?? [];
  return value.has(1) ? text(value, 1) : Number(whole);
}

/** ExportTraceServiceRequest > ResourceSpans > ScopeSpans > Span. */
function spansOf(body: Message): CollectedSpan[] {
  return messagesOf(body, 1).flatMap((group) => {
    const resource = messagesOf(group, 1).map((one) => attributesOf(one, 1))[0] ?? {};
    const spans = messagesOf(group, 2).flatMap((scope) => messagesOf(scope, 2));
    return spans.map((span) => {
      const [kind] = span.get(6) ?? [];
      const [status = new Map()] = messagesOf(span, 15);
      return {
        traceId: hex(span, 1),
        spanId: hex(span, 2),
        parentId: hex(span, 4),
        name: text(span, 5),
        kind: kind === 2n ? ('server' as const) : kind === 3n ? ('client' as const) : ('other' as const),
        attributes: attributesOf(span, 9),
        failed: status.get(3)?.[0] === 2n,
        resource,
      };
    });
  });
}

/** ExportMetricsServiceRequest > ResourceMetrics > ScopeMetrics > Metric > Gauge, Sum or Histogram > data points. */
function metricsOf(body: Message): CollectedMetric[] {
  const metrics = messagesOf(body, 1)
    .flatMap((group) => messagesOf(group, 2))
    .flatMap((scope) => messagesOf(scope, 2));
  return metrics.map((metric) => {
    const kinds = [
      ...[5, 7].map((kind) => ({ kind, attributes: 7 })), // NumberDataPoint.attributes
      { kind: 9, attributes: 9 }, // HistogramDataPoint.attributes
    ];
    const points = kinds.flatMap(({ kind, attributes }) =>
      messagesOf(metric, kind)
        .flatMap((data) => messagesOf(data, 1))
        .map((point) => attributesOf(point, attributes)),
    );
    return { name: text(metric, 1), points };
  });
}

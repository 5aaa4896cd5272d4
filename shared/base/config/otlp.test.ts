import { expect, test } from 'vitest';
import { toConfig } from './config.ts';
import type { Settings } from './read-env.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const otlp = (settings: Settings) => toConfig(settings, '1').otlp;

test('nothing is sent without an address, or if OTEL_SDK_DISABLED is set', () => {
  expect(otlp({ OTEL_SERVICE_NAME: 'a', OTEL_TRACES_EXPORTER: 'console' })).toBeNull();
  expect(otlp({ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeNull();
  expect(otlp({ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' })).toBeNull();
});

test('the address is the base of those for traces and metrics', () => {
  const urls = { tracesUrl: 'http://collector:4318/v1/traces', metricsUrl: 'http://collector:4318/v1/metrics' };
  expect(otlp(ENDPOINT)).toMatchObject(urls);
  expect(otlp({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' })).toMatchObject(urls);
  expect(otlp({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector/otlp', OTEL_TRACES_EXPORTER: 'none' })).toMatchObject({
    tracesUrl: null,
    metricsUrl: 'http://collector/otlp/v1/metrics',
  });
});

test('headers and attributes are percent-encoded pairs; the name of the service has a variable of its own', () => {
  const settings = {
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%2Cb, x-scope=1',
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=theirs,team=a=b',
  };
  expect(otlp({ ...ENDPOINT, ...settings })).toMatchObject({
    headers: { authorization: 'Bearer a,b', 'x-scope': '1' },
    resource: { 'service.name': 'theirs', team: 'a=b' },
  });
  expect(otlp({ ...ENDPOINT, ...settings, OTEL_SERVICE_NAME: 'ours' })?.resource['service.name']).toBe('ours');
  expect(otlp(ENDPOINT)?.resource).toEqual({ 'service.name': 'competency-service' });
});

test.each([
  ['always_on', { parentBased: false, ratio: 1 }],
  ['always_off', { parentBased: false, ratio: 0 }],
  ['traceidratio', { parentBased: false, ratio: 0.25 }],
  ['parentbased_always_on', { parentBased: true, ratio: 1 }],
  ['parentbased_always_off', { parentBased: true, ratio: 0 }],
  ['parentbased_traceidratio', { parentBased: true, ratio: 0.25 }],
])('the sampler %s', (name, sampler) => {
  const settings = { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: '0.25' };
  expect(otlp({ ...ENDPOINT, ...settings })?.sampler).toEqual(sampler);
});

test.each([
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hush'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz-hush'],
  ['OTEL_RESOURCE_ATTRIBUTES', '=a'],
])('%s=%s stops the start, and no header is quoted', (name, value) => {
  const read = () => otlp({ ...ENDPOINT, [name]: value });
  expect(read).toThrow(name);
  expect(read).not.toThrow('hush');
});

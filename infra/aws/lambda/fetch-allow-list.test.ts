import { describe, expect, test } from 'vitest';
import { PROCESS, toConfig } from '../../../shared/base/config/config.ts';
import { allowedReach } from '../../../shared/base/outbound/allowed-reach.ts';
import { LAMBDA, LAMBDA_WITH_FILES } from './platform.ts';

const CONTEXT = new URL('https://contexts.example/v1/context.json');

describe('E15 without FETCH_ALLOW_LIST', () => {
  test('callers may make the service fetch from public addresses on Node', () => {
    expect(allowedReach(CONTEXT, toConfig({}, '1', PROCESS).outbound)).toBe('public');
  });

  test.each([LAMBDA, LAMBDA_WITH_FILES])('callers cannot make functions fetch anything', (platform) => {
    expect(allowedReach(CONTEXT, toConfig({}, '1', platform).outbound)).toBeNull();
    expect(allowedReach(CONTEXT, toConfig({ FETCH_ALLOW_LIST: '*' }, '1', platform).outbound)).toBe('public');
  });
});

test('entries of FETCH_ALLOW_LIST are separated by commas, and spaces around them are ignored', () => {
  const { outbound } = toConfig({ FETCH_ALLOW_LIST: ' https://a.example/* ,, https://contexts.example/v1/* ' }, '1');
  expect(allowedReach(CONTEXT, outbound)).toBe('public');
  expect(allowedReach(new URL('https://b.example/'), outbound)).toBeNull();
});

test('own addresses are always allowed', () => {
  const { outbound } = toConfig({ FETCH_ALLOW_LIST: 'https://a.example/*', SVC_LOOPBACK: 'http://svc:80/api/' }, '1');
  expect(allowedReach(new URL('http://svc/api/data/x'), outbound)).toBe('any');
  expect(allowedReach(new URL('http://svc/admin'), outbound)).toBeNull();
});

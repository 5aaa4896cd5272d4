import { expect, test } from 'vitest';
import { loadAddressTools } from './address-tools.ts';
import { PROCESS, toConfig } from './config.ts';

test.each([
  [{}, false],
  [{ SVC_RATE_LIMIT: '5' }, false],
  [{ SVC_IP_ALLOW: '192.0.2.0/24' }, true],
  [{ SVC_TRUSTED_PROXIES: '10.0.0.1' }, true],
  [{ SVC_TRUSTED_PROXIES: '*' }, true],
])('%s needs the library of addresses: %s', async (settings, expected) => {
  const tools = await loadAddressTools(settings);
  expect(tools !== null).toBe(expected);
  toConfig(settings, '1', PROCESS, tools);
});

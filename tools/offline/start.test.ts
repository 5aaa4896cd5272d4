import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startOffline } from './start.ts';

test('a port in use is rejected with the setting to change, before anything is started', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo; // of a server that listens at a port
  const ports = { http: port, webSocket: port, lambda: port };
  const shown: string[] = [];
  const started = startOffline({ ports, directory: '/nowhere', environment: {}, show: (text) => shown.push(text) });
  await expect(started).rejects.toThrow(`Port ${port} is in use: name another with OFFLINE_HTTP_PORT.`);
  expect(shown).toEqual([]);
});

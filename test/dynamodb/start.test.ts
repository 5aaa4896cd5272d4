import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startDynamoDb } from '../../tools/engines/dynamodb/start.ts';
import { dynamoDbForTests } from '../support/dynamodb.ts';

const endpoint = await dynamoDbForTests();

/** A program that starts a separate DynamoDB and prints its address. */
const PROGRAM = `
  const { startDynamoDb } = await import(${JSON.stringify(new URL('../../tools/engines/dynamodb/start.ts', import.meta.url).href)});
  const environment = { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: '' };
  console.log((await startDynamoDb({ environment })).endpoint);
  setInterval(() => {}, 1_000);
`;

function isAnswering(address: string): Promise<boolean> {
  return fetch(address).then(
    () => true,
    () => false,
  );
}

describe.skipIf(endpoint === null)('DynamoDB for developers and tests', () => {
  test('ends with the process that started it, however that process ends', async () => {
    const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [chunk] = await once(child.stdout ?? child, 'data');
    const address = String(chunk).trim();
    expect(await isAnswering(address)).toBe(true);
    child.kill('SIGKILL');
    await vi.waitFor(async () => expect(await isAnswering(address)).toBe(false), { timeout: 20_000, interval: 50 });
  });
});

test('the engine at AWS_ENDPOINT_URL_DYNAMODB is used, and not changed', async () => {
  const server = createServer((_request, response) => {
    response.statusCode = 400;
    response.end('{"__type":"com.amazonaws.dynamodb.v20120810#MissingAuthenticationToken"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens at a port
  const found = await startDynamoDb({ environment: { AWS_ENDPOINT_URL_DYNAMODB: address } });
  expect(found).toMatchObject({ endpoint: address, runsIn: null });
  await found.stop();
  expect(await isAnswering(address)).toBe(true);
});

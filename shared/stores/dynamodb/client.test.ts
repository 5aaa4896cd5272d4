import { beforeEach, describe, expect, test } from 'vitest';
import { createDynamoDb } from './client.ts';
import { toProblem } from './failure.ts';

/** The next responses or errors; after them, each response is empty. */
let answers: (Response | Error)[];
let targets: string[];

const dynamoDb = createDynamoDb({
  endpoint: 'https://dynamodb.eu-central-1.amazonaws.com',
  region: 'eu-central-1',
  credentials: async () => ({ accessKeyId: 'a', secretAccessKey: 'b' }),
  random: () => 0,
  fetch: async (_input, init) => {
    targets.push(new Headers(init?.headers).get('x-amz-target') ?? '');
    const answer = answers.shift() ?? Response.json({});
    if (answer instanceof Error) throw answer;
    return answer;
  },
});

beforeEach(() => {
  answers = [];
  targets = [];
});

function refusal(kind: string, status = 400): Response {
  return Response.json(
    { __type: `com.amazonaws.dynamodb.v20120810#${kind}`, message: 'Words of the engine' },
    { status },
  );
}

test('a call names its operation and returns the response', async () => {
  answers = [Response.json({ Item: { id: { S: 'x' } } })];
  expect(await dynamoDb.call('GetItem', { TableName: 't' })).toEqual({ Item: { id: { S: 'x' } } });
  await dynamoDb.call('GetRecords', {});
  expect(targets).toEqual(['DynamoDB_20120810.GetItem', 'DynamoDBStreams_20120810.GetRecords']);
});

describe('a call is retried after', () => {
  test.each([
    ['too much at once', () => refusal('ProvisionedThroughputExceededException')],
    ['throttling', () => refusal('ThrottlingException')],
    ['a fault of the other side', () => refusal('InternalServerError', 500)],
    ['no connection', () => new TypeError('fetch failed')],
    ['an answer of something in between', () => new Response('<html>Bad gateway</html>', { status: 502 })],
  ])('%s', async (_name, trouble) => {
    answers = [trouble(), trouble()];
    expect(await dynamoDb.call('PutItem', {})).toEqual({});
    expect(targets).toHaveLength(3);
  });
});

test('a refusal is not retried, and the failure has its name', async () => {
  answers = [refusal('ConditionalCheckFailedException')];
  const failure = await dynamoDb.call('PutItem', {}).catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind: 'ConditionalCheckFailedException', status: 400 });
  expect(targets).toHaveLength(1);
});

test('a permanent failure ends at the timeout, without details of the engine for callers', async () => {
  let tries = 0;
  const away = createDynamoDb({
    endpoint: 'https://dynamodb.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    credentials: async () => ({ accessKeyId: 'a', secretAccessKey: 'b' }),
    timeoutMs: 1_000,
    fetch: async () => {
      tries++;
      return refusal('ThrottlingException');
    },
  });
  const failure = await away.call('PutItem', {}).catch((error: unknown) => error);
  expect(tries).toBeGreaterThan(1);
  const problem = toProblem(failure);
  expect(problem).toMatchObject({ code: 'store-unavailable', extras: { retryAfter: 1 } });
  expect(String(problem)).not.toContain('Words of the engine');
});

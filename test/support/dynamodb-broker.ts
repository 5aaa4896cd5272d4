import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { DynamoDbUnavailable, type LocalDynamoDb, startDynamoDb } from '../../tools/engines/dynamodb/start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address at which test files request their DynamoDB. */
    dynamoDbBroker: string;
  }
}

/** The response to a test file: the DynamoDB that all files share, that none is available, or why it does not start. */
export type DynamoDbAnswer =
  | { readonly endpoint: string }
  | { readonly unavailable: string }
  | { readonly failed: string };

/** Set-up of a whole test run: starts DynamoDB Local when the first test file requests it, and stops it after the last test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<LocalDynamoDb> | null = null;
  const answer = (): Promise<DynamoDbAnswer> => {
    if (started === null) {
      started = startDynamoDb({ environment: process.env });
      started.catch((error: unknown) => {
        if (process.env.CI === 'true' || !(error instanceof DynamoDbUnavailable)) return;
        console.warn(`Tests on DynamoDB are skipped. ${error.message}`);
      });
    }
    return started.then(({ endpoint }) => ({ endpoint }), inWords);
  };
  const broker = createServer((_request, response) => {
    void answer().then((answered) => response.end(JSON.stringify(answered)));
  });
  broker.requestTimeout = 0;
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  const address = broker.address();
  if (address === null || typeof address === 'string') throw new Error('The broker has no port.');
  project.provide('dynamoDbBroker', `http://127.0.0.1:${address.port}`);

  return async () => {
    broker.closeAllConnections();
    broker.close();
    await started?.then(({ stop }) => stop()).catch(() => undefined);
  };
}

function inWords(error: unknown): DynamoDbAnswer {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof DynamoDbUnavailable ? { unavailable: message } : { failed: message };
}

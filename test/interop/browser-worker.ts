import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import type { Client, CryptographyWorker } from './client-types.ts';

/**
 * Makes the client library encrypt and decrypt as in a browser, with the script that it runs in web workers there. The two
 * builds treat text beyond ASCII differently.
 */
export function useBrowserWorker(client: Client): void {
  client.EcRsaOaepAsyncWorker.teardown();
  client.EcRsaOaepAsyncWorker.w = [browserWorker()];
}

/** Goes back to the threads that the library starts under Node. */
export function useNodeWorker(client: Client): void {
  client.EcRsaOaepAsyncWorker.teardown();
}

/** The script of web workers, in a global scope that has what it needs and nothing of Node. */
function browserWorker(): CryptographyWorker {
  const path = createRequire(import.meta.url).resolve('cassproject/src/com/eduworks/ec/crypto/forgeAsync.js');
  let receive: ((event: { readonly data: unknown }) => void) | undefined;
  let answer: ((message: readonly unknown[]) => void) | undefined;
  const self = {
    addEventListener: (_type: string, listener: typeof receive) => {
      receive = listener;
    },
    postMessage: (message: readonly unknown[]) => answer?.(message),
  };
  runInContext(readFileSync(path, 'utf8'), createContext({ self, crypto: globalThis.crypto, setTimeout }));
  return {
    _worker: { terminate: () => undefined },
    postMessage: (command) =>
      new Promise((resolve, reject) => {
        answer = ([, error, result]) => (error === null ? resolve(result) : reject(error)); // the script answers at once
        receive?.({ data: [0, command] });
      }),
  };
}

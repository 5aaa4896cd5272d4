import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Miniflare } from 'miniflare';
import { buildWorker } from '../../infra/workers/build.ts';

/** The deployed form of the service in the runtime of Cloudflare Workers. */
export type RunningWorker = {
  /** Base address, ends in a slash. */
  readonly url: string;
  /** Base address of the API. */
  readonly api: string;
  /** Lines that it logged. */
  readonly output: () => string;
  /** Calls the worker as its schedule does. */
  readonly tick: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Keys and salts, which a worker does not make itself. */
export function workerSecrets(): Record<string, string> {
  const pem = () =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const text = () => randomBytes(32).toString('base64');
  return {
    skyAdmin2: pem(),
    profileAdapter: pem(),
    adapter_ceasn_private: pem(),
    adapter_skos_private: pem(),
    adapter_case_private: pem(),
    adapter_asn_private: pem(),
    xapiAdapter: pem(),
    adapter_openbadges_private: pem(),
    masterKey: text(),
    skyId_secret: text(),
    skyId_username_public_salt: text(),
    skyId_password_public_salt: text(),
    skyId_secret_public_salt: text(),
  };
}

/** Builds the worker and runs it on loopback. @param settings its variables and secrets */
export async function startWorker(port: number, settings: Record<string, string>): Promise<RunningWorker> {
  const folder = await mkdtemp(join(tmpdir(), 'worker-'));
  const built = pathToFileURL(`${folder}/`);
  await buildWorker(built);
  let output = '';
  const worker = new Miniflare({
    host: '127.0.0.1',
    port,
    modulesRoot: folder,
    modules: [{ type: 'ESModule', path: fileURLToPath(new URL('worker.js', built)) }],
    compatibilityDate: '2026-07-01',
    bindings: settings,
    r2Buckets: ['PNA_BUCKET'],
    durableObjects: {
      NOTIFICATIONS: { className: 'Notifications', useSQLite: true },
      WEBHOOKS: { className: 'Webhooks', useSQLite: true },
    },
    assets: {
      directory: fileURLToPath(new URL('assets', built)),
      binding: 'ASSETS',
      routerConfig: { invoke_user_worker_ahead_of_assets: true, has_user_worker: true },
      assetConfig: { html_handling: 'none' },
    },
    unsafeTriggerHandlers: true,
    handleStructuredLogs: ({ message }: { readonly message: string }) => {
      output += `${message}\n`;
    },
  });
  const url = String(await worker.ready);
  return {
    url,
    api: `${url}api/`,
    output: () => output,
    async tick() {
      const response = await fetch(`${url}cdn-cgi/handler/scheduled`);
      if (!response.ok) throw new Error(`The schedule ended with ${response.status}: ${output}`);
    },
    async stop() {
      await worker.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

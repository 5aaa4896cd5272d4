import { getHeapStatistics } from 'node:v8';
import type { ServerContext } from '../../../functions/context.ts';
import { loadAddressTools } from '../../../shared/base/config/address-tools.ts';
import { type Config, keyDirectoryOf, PROCESS, toConfig } from '../../../shared/base/config/config.ts';
import { readEnv } from '../../../shared/base/config/read-env.ts';
import { createContext } from '../context.ts';
import type { TransportFactory } from '../http-transport.ts';
import { readPackageVersion } from '../package.ts';
import { withRecordStoreFile } from './record-store-file.ts';

/** The configuration of the environment. @throws ConfigurationError */
export async function readConfig(): Promise<Config> {
  const memory = getHeapStatistics().heap_size_limit;
  const logLevel = process.stdout.isTTY ? 'warn' : 'info'; // a terminal shows the next steps instead of every request
  const given = readEnv(process.env);
  const settings = await withRecordStoreFile(given, keyDirectoryOf(given));
  const [version, addressTools] = await Promise.all([readPackageVersion(), loadAddressTools(settings)]);
  return toConfig(settings, version, { ...PROCESS, memory, logLevel }, addressTools);
}

/** Creates the transport to a cluster. It is loaded only if there is one: loading undici takes as long as the rest of the store. */
export const createServerTransport: TransportFactory = async (options) =>
  (await import('../pool-transport.ts')).createPoolTransport(options);

/**
 * Runs work on the configured stores without serving. Nothing is logged: standard output belongs to the command.
 */
export async function withContext<T>(work: (ctx: ServerContext) => Promise<T>): Promise<T> {
  const config = await readConfig();
  const { ctx, follow, close } = await createContext(
    { ...config, logLevel: 'silent' },
    process.env,
    createServerTransport,
  );
  try {
    follow();
    return await work(ctx);
  } finally {
    await close();
  }
}

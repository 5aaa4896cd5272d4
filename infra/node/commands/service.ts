import { getHeapStatistics } from 'node:v8';
import { type Config, toConfig } from '../../../shared/config/config.ts';
import { PROCESS } from '../../../shared/config/platform.ts';
import { readEnv } from '../../../shared/config/read-env.ts';
import type { ServerContext } from '../../../shared/context.ts';
import { createContext } from '../context.ts';
import { createPoolTransport } from '../pool-transport.ts';
import { readPackageVersion } from './package-version.ts';

/** The configuration that the environment gives. @throws ConfigurationError */
export async function readConfig(): Promise<Config> {
  const memory = getHeapStatistics().heap_size_limit;
  return toConfig(readEnv(process.env), await readPackageVersion(), { ...PROCESS, memory });
}

/**
 * Does some work on the stores that the configuration names, without serving. Nothing is logged: standard output is the
 * command's own.
 */
export async function withContext<T>(work: (ctx: ServerContext) => Promise<T>): Promise<T> {
  const config = await readConfig();
  const { ctx, follow, close } = await createContext(
    { ...config, logLevel: 'silent' },
    process.env,
    createPoolTransport,
  );
  try {
    follow();
    return await work(ctx);
  } finally {
    await close();
  }
}

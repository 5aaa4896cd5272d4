import { readFile } from 'node:fs/promises';
import { toConfig } from '../../shared/config/config.ts';
import { readEnv } from '../../shared/config/read-env.ts';
import { apiPageAssets } from './api-page-assets.ts';
import { createContext } from './context.ts';
import { apiDescription } from './description.ts';
import { packageFile } from './package-file.ts';
import { startServer } from './server.ts';

/** Starts the service on Node: `npm start`, `npx competency-service`. */
async function main(): Promise<void> {
  const { version } = JSON.parse(await readFile(packageFile('package.json'), 'utf8')) as { version: string };
  const config = toConfig(readEnv(process.env), version);
  const description = await apiDescription(packageFile('functions/system/openapi.json'), `${config.basePath}/`);
  const { ctx, close } = await createContext(config, process.env);
  const server = await startServer(ctx, { description, assets: apiPageAssets, exit: () => setTimeout(stop, 100) });
  ctx.logger.info('SYSTEM', 'Listening', { url: server.url, version, data: config.dataDirectory });
  process.stdout.write(`Competency service ${version} at ${server.url}api/ (try it: ${server.url}api/openapi/)\n`);

  async function stop(): Promise<void> {
    await server.stop();
    await close();
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}

main().catch((error: unknown) => {
  process.stderr.write(`The competency service did not start. ${inWords(error)}\n`);
  process.exitCode = 1;
});

/** One sentence for the operator; with LOG_LEVEL=debug also where it was thrown. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return process.env.LOG_LEVEL === 'debug' ? String(error.stack) : error.message;
}

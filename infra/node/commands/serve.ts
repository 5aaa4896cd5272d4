import { schedulesOf } from '../../../events/schedule/schedules.ts';
import { apiPageAssets } from '../api-page-assets.ts';
import { createContext } from '../context.ts';
import { apiDescription } from '../description.ts';
import { packageFile } from '../package-file.ts';
import { startSchedules } from '../schedules.ts';
import { startServer } from '../server.ts';
import { readConfig } from './service.ts';

/** Serves the API until SIGTERM or SIGINT. */
export async function serve(): Promise<number> {
  const config = await readConfig();
  const description = await apiDescription(packageFile('functions/system/openapi.json'), `${config.basePath}/`);
  const { ctx, close } = await createContext(config, process.env);
  const server = await startServer(ctx, {
    description: async () => description,
    assets: apiPageAssets,
    exit: () => setTimeout(stop, 100),
  });
  const schedules = startSchedules(ctx, schedulesOf(ctx));
  const { version } = config.ping;
  ctx.logger.info('SYSTEM', 'Listening', { url: server.url, version, data: config.dataDirectory });
  process.stdout.write(`Competency service ${version} at ${server.url}api/ (try it: ${server.url}api/openapi/)\n`);

  async function stop(): Promise<void> {
    await Promise.all([server.stop(), schedules.stop()]);
    await close();
    process.exit(0);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  return 0;
}

import { schedulesOf } from '../../../events/schedule/schedules.ts';
import { apiPageAssets } from '../api-page-assets.ts';
import { createContext } from '../context.ts';
import { apiDescription } from '../description.ts';
import { packageFile } from '../package-file.ts';
import { createPoolTransport } from '../pool-transport.ts';
import { startSchedules } from '../schedules.ts';
import { type RunningServer, startServer } from '../server.ts';
import { readConfig } from './service.ts';

/**
 * Serves the API until the process is asked to end.
 *
 * @param beforeEnd takes what is to be done then
 */
export async function serve(beforeEnd: (stop: () => Promise<void>) => void): Promise<number> {
  const config = await readConfig();
  const description = await apiDescription(packageFile('functions/system/openapi.json'), `${config.basePath}/`);
  const { ctx, follow, close } = await createContext(config, process.env, createPoolTransport);
  const begin = async (): Promise<RunningServer> => {
    follow();
    return startServer(ctx, {
      description: async () => description,
      assets: apiPageAssets,
      exit: () => setTimeout(() => void stop().then(() => process.exit(0)), 100),
    });
  };
  const server = await begin().catch(async (error: unknown) => {
    await close(); // what follows the store would keep the process
    throw error;
  });
  const schedules = startSchedules(ctx, schedulesOf(ctx));
  async function stop(): Promise<void> {
    await Promise.all([server.stop(), schedules.stop()]);
    await close();
  }
  beforeEnd(stop);
  const { version } = config.ping;
  ctx.logger.info('SYSTEM', 'Listening', { url: server.url, version, data: config.dataDirectory });
  process.stdout.write(`Competency service ${version} at ${server.url}api/ (try it: ${server.url}api/openapi/)\n`);
  return 0;
}

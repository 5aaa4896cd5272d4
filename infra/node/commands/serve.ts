import { schedulesOf } from '../../../events/schedule/schedules.ts';
import { apiDescription, apiPageAssets } from '../assets.ts';
import { createContext } from '../context.ts';
import { packageFile } from '../package.ts';
import { startSchedules } from '../schedules.ts';
import { type RunningServer, startServer } from '../server.ts';
import { createServerTransport, readConfig } from './service.ts';

/**
 * Serves the API until the process is asked to stop.
 *
 * @param onStop registers what to do then
 */
export async function serve(onStop: (stop: () => Promise<void>) => void): Promise<number> {
  const config = await readConfig();
  const description = await apiDescription(packageFile('functions/system/openapi.json'));
  const { ctx, logger, follow, close } = await createContext(config, process.env, createServerTransport);
  const start = async (): Promise<RunningServer> => {
    follow();
    return startServer(ctx, {
      description: async () => description,
      assets: apiPageAssets,
      exit: () => setTimeout(() => void stop().then(() => process.exit(0)), 100),
    });
  };
  const server = await start().catch(async (error: unknown) => {
    await close(); // following the store would keep the process alive
    throw error;
  });
  if (config.logFile !== null) process.on('SIGHUP', logger.reopen);
  const schedules = startSchedules(ctx, schedulesOf(ctx));
  async function stop(): Promise<void> {
    await Promise.all([server.stop(), schedules.stop()]);
    await close();
  }
  onStop(stop);
  const { version } = config.ping;
  ctx.logger.info('SYSTEM', 'Listening', { url: server.url, version, data: config.dataDirectory });
  process.stdout.write(`Competency service ${version} at ${server.url}api/ (try it: ${server.url}api/openapi/)\n`);
  return 0;
}

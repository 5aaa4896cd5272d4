import { schedulesOf } from '../../../events/schedule/schedules.ts';
import { apiDescription, apiPageAssets } from '../assets.ts';
import { createContext } from '../context.ts';
import { watchDiskSpace } from '../disk-space.ts';
import { metricsAnswer, serveMetrics } from '../metrics/metrics-server.ts';
import { packageFile } from '../package.ts';
import { startSchedules } from '../schedules.ts';
import { type RunningServer, startServer } from '../server.ts';
import { exitOnUncaughtErrors } from '../uncaught.ts';
import { createServerTransport, readConfig } from './service.ts';
import { welcomeText } from './welcome.ts';

/**
 * Serves the API until the process is asked to stop.
 *
 * @param onStop registers what to do then
 */
export async function serve(onStop: (stop: () => Promise<void>) => void): Promise<number> {
  const config = await readConfig();
  const description = await apiDescription(packageFile('functions/system/openapi.json'));
  const { ctx, logger, alerts, metrics, follow, close } = await createContext(
    config,
    process.env,
    createServerTransport,
  );
  exitOnUncaughtErrors(logger, alerts);
  const start = async (): Promise<RunningServer> => {
    follow();
    const { port } = config.metrics;
    if (metrics !== null && port !== null) await serveMetrics(metrics, config.host, port);
    return startServer(ctx, {
      description: async () => description,
      assets: apiPageAssets,
      ...(metrics !== null && config.metrics.public && { metrics: () => metricsAnswer(metrics) }),
      exit: () => setTimeout(() => void stop().then(() => process.exit(0)), 100),
    });
  };
  const server = await start().catch(async (error: unknown) => {
    await close(); // following the store would keep the process alive
    throw error;
  });
  if (config.logFile !== null) process.on('SIGHUP', logger.reopen);
  const schedules = startSchedules(ctx, schedulesOf(ctx));
  const unwatch = config.searchCluster === null ? watchDiskSpace(config, logger, alerts) : () => undefined;
  async function stop(): Promise<void> {
    unwatch();
    await Promise.all([server.stop(), schedules.stop()]);
    await close();
  }
  onStop(stop);
  const { version } = config.ping;
  ctx.logger.info('SYSTEM', 'Listening', { url: server.url, version, data: config.dataDirectory });
  if (process.stdout.isTTY) process.stdout.write(welcomeText(config, server.url));
  return 0;
}

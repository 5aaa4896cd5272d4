import { webhookSchedule } from '../../../events/delivery/webhooks/schedule.ts';
import { schedulesOf } from '../../../events/schedule/schedules.ts';
import { withoutEffect } from '../../../shared/base/config/inherited-names.ts';
import { lagMs, readState } from '../../../shared/exchange/replication/state.ts';
import { apiDescription, createAssets } from '../assets.ts';
import { openBlobs, openDumpFiles } from '../blobs.ts';
import { createContext, type NodeContext, openProcessServices } from '../context.ts';
import { watchDiskSpace } from '../disk-space.ts';
import { openEmbedder } from '../embedding/open-embedder.ts';
import { gunzip } from '../gunzip.ts';
import { createOutboundSend } from '../outbound-send.ts';
import { packageFile } from '../package.ts';
import { followPeer } from '../peer-notifications.ts';
import { startSchedules } from '../schedules.ts';
import { startServer } from '../server.ts';
import type { ReadReplication } from '../telemetry/instruments.ts';
import { metricsAnswer, serveMetrics } from '../telemetry/prometheus.ts';
import { openTelemetry } from '../telemetry/telemetry.ts';
import { exitOnUncaughtErrors } from '../uncaught.ts';
import { startWebhooks } from '../webhooks.ts';
import { createServerTransport, readConfig } from './service.ts';
import { welcomeText } from './welcome.ts';

/**
 * Serves the API until a signal stops the process. It listens before the store is open, so that orchestrators can see what it waits
 * for.
 *
 * @param onStop registers the function that stops the server
 */
export async function serve(onStop: (stop: () => Promise<void>) => void): Promise<number> {
  const config = await readConfig();
  const description = await apiDescription(packageFile('functions/system/openapi.json'));
  const services = await openProcessServices(config, process.env);
  const { logger, alerts } = services;
  const onUncaughtError = exitOnUncaughtErrors(logger, alerts);
  const ignored = withoutEffect(process.env);
  if (ignored.length > 0) {
    logger.warn('SYSTEM', 'Settings of the existing server have no effect here', { names: ignored.join(', ') });
  }
  const { instruments, metrics, observed, close: closeTelemetry } = await openTelemetry(config, logger);
  onUncaughtError(closeTelemetry);
  const { port } = config.metrics;
  if (metrics !== null && port !== null) await serveMetrics(metrics, config.host, port);
  const server = await startServer({ config, logger, observed });
  const dumpFiles = await openDumpFiles(config);
  const start = async () => {
    const { embedder, close: closeEmbedder } = await openEmbedder(config.embedding);
    const context = await createContext(config, process.env, createServerTransport, { services, instruments });
    context.follow();
    const webhooks = startWebhooks(context.ctx, async () => createOutboundSend());
    const ctx = { ...context.ctx, changes: webhooks.changes };
    await server
      .serve(ctx, {
        description: async () => description,
        assets: createAssets(),
        ...(metrics !== null && config.metrics.public && { metrics: () => metricsAnswer(metrics) }),
        openSend: async () => createOutboundSend(),
        openBlobs,
        openDumpFiles: async () => dumpFiles,
        gunzip,
        embedder,
        exit: () => setTimeout(() => void stop().then(() => process.exit(0)), 100),
      })
      .catch(async (error: unknown) => {
        await context.close(); // otherwise following the store keeps the process alive
        throw error;
      });
    const close = async () => {
      await context.close();
      await closeEmbedder();
    };
    return { ctx, webhooks, embedder, close };
  };
  const { ctx, webhooks, embedder, close } = await start().catch(async (error: unknown) => {
    await server.stop();
    await closeTelemetry();
    throw error;
  });
  if (config.replication !== null) instruments?.observeReplication(replicationReader(ctx, config.replication.endpoint));
  if (embedder !== null && ctx.store.vectors === null) {
    logger.warn(
      'SYSTEM',
      'Search by meaning is off: the search cluster does not have, or does not show, the plugin k-NN, and the embedding model has no effect',
    );
  }
  if (config.logFile !== null) process.on('SIGHUP', logger.reopen);
  const peer = config.replication === null ? null : followPeer(config.replication.endpoint, logger);
  const schedules = startSchedules(ctx, [
    ...schedulesOf(ctx, async () => createOutboundSend(), {
      embedder,
      ...(peer !== null && { changedIds: peer.takeIds }),
      dumpFiles,
    }),
    webhookSchedule(webhooks.delivery),
  ]);
  const unwatch = config.searchCluster === null ? watchDiskSpace(config, logger, alerts) : () => undefined;
  async function stop(): Promise<void> {
    logger.info('SYSTEM', 'Stopping');
    unwatch();
    peer?.close();
    await Promise.all([server.stop(), schedules.stop()]);
    await webhooks.stop();
    await close();
    logger.info('SYSTEM', 'Stopped');
    await closeTelemetry();
  }
  onStop(stop);
  const { version } = config.ping;
  ctx.logger.info('SYSTEM', 'Listening', { url: server.url, version, data: config.dataDirectory });
  if (process.stdout.isTTY) process.stdout.write(welcomeText(config, server.url));
  return 0;
}

function replicationReader({ keyValues, now, logger }: NodeContext, peer: string): ReadReplication {
  return async () => {
    try {
      const state = await readState(keyValues, peer);
      return state === null ? null : { lagMs: lagMs(state, now()), refusedCount: state.refusedCount };
    } catch (error) {
      logger.warn('SYSTEM', 'The progress of replication cannot be read', { error: String(error) });
      return null;
    }
  };
}

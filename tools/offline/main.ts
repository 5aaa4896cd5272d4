/**
 * Runs the deployment to AWS on this machine: `npm run offline`. HTTP API, WebSocket API, schedules and the stream of
 * the bell of the notification channel run by serverless-offline and DynamoDB Local, with the same bundles as on AWS;
 * OpenSearch is that of SEARCH_ENDPOINT, or is started as by `npm run opensearch`. Ctrl+C stops all of it. Ports:
 * OFFLINE_HTTP_PORT, OFFLINE_WEBSOCKET_PORT, OFFLINE_LAMBDA_PORT.
 */
import { onStopSignal } from '../engines/stop-signals.ts';
import { type Offline, PORT_VARIABLES, startOffline } from './start.ts';

function port(name: string, otherwise: number): number {
  const given = Number(process.env[name] || otherwise);
  if (Number.isInteger(given) && given > 0 && given < 65_536) return given;
  throw new Error(`${name} is "${process.env[name]}", but must be a port: a whole number from 1 to 65535.`);
}

async function main(): Promise<void> {
  let offline: Offline | null = null;
  let isStopping = false;
  onStopSignal('offline', () => {
    if (isStopping) return;
    isStopping = true;
    // Processes of a start in progress end with this process.
    const stopped = offline?.stop() ?? Promise.resolve();
    void stopped.catch(() => undefined).then(() => process.exit(0));
  });
  offline = await startOffline({
    ports: {
      http: port(PORT_VARIABLES.http, 3000),
      webSocket: port(PORT_VARIABLES.webSocket, 3001),
      lambda: port(PORT_VARIABLES.lambda, 3002),
    },
    directory: process.env.SVC_KEY_DIR || './data/keys',
    environment: process.env,
    show: (text) => process.stdout.write(text),
  });
  process.stdout.write(`
API:           ${offline.url}api/ping
Notifications: ${offline.webSocket}
Try it:        npx wscat -c ${offline.webSocket}, and save something in another terminal. Ctrl+C stops everything.

`);
  const words = await offline.ended;
  if (isStopping) return;
  await offline.stop();
  throw new Error(words);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

/**
 * Runs the deployment to AWS on this machine: `npm run offline`. HTTP API, WebSocket API, schedules and the stream of the log of
 * changes run by serverless-offline and DynamoDB Local, with the same bundles as on AWS; OpenSearch is that of SEARCH_ENDPOINT,
 * or is started as by `npm run opensearch`. Ctrl+C stops all of it. Ports: OFFLINE_HTTP_PORT, OFFLINE_WEBSOCKET_PORT,
 * OFFLINE_LAMBDA_PORT.
 */
import { startOffline } from './offline/start.ts';

function port(name: string, otherwise: number): number {
  const given = Number(process.env[name] || otherwise);
  if (Number.isInteger(given) && given > 0 && given < 65_536) return given;
  throw new Error(`${name} is no port.`);
}

const offline = await startOffline({
  ports: {
    http: port('OFFLINE_HTTP_PORT', 3000),
    webSocket: port('OFFLINE_WEBSOCKET_PORT', 3001),
    lambda: port('OFFLINE_LAMBDA_PORT', 3002),
  },
  directory: process.env.SVC_KEY_DIR || './data/keys',
  environment: process.env,
  show: (text) => process.stdout.write(text),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void offline.stop().then(() => process.exit(0)));
}
console.log(`
API:           ${offline.url}api/ping
Notifications: ${offline.webSocket}
Try it:        npx wscat -c ${offline.webSocket}, and save something in another terminal. Ctrl+C stops everything.
`);
console.error(await offline.ended);
await offline.stop();
process.exit(1);

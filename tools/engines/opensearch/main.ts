import { onStopSignal } from '../stop-signals.ts';
import { readCommand, USAGE } from './options.ts';
import { startOpenSearch } from './start.ts';

/** Runs OpenSearch for development and tests: `npm run opensearch`. */
async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2));
  if (command.help) {
    process.stdout.write(USAGE);
    return;
  }
  const stopping = new AbortController();
  const started = startOpenSearch({ ...command, environment: process.env, signal: stopping.signal });
  onStopSignal('opensearch', () => {
    stopping.abort();
    const stopped = started.then(({ stop }) => stop());
    void stopped.catch(() => undefined).then(() => process.exit(0));
  });
  const cluster = await started.catch((error: unknown) => {
    if (stopping.signal.aborted) return null;
    throw error;
  });
  if (cluster === null) return;
  process.stdout.write(`${cluster.endpoints.join('\n')}\n`);
  if (cluster.runsIn === null) {
    process.stderr.write(`OpenSearch ${cluster.version} is running there already.\n`);
    process.exit(0);
  }
  const processes = cluster.pids().length > 0 ? `, process ${cluster.pids().join(', ')}` : '';
  process.stderr.write(
    `OpenSearch ${cluster.version} is healthy, in ${cluster.runsIn}${processes}. Ctrl+C stops it.\n`,
  );
  const crash = await cluster.crashed;
  await cluster.stop();
  throw new Error(crash);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

import { untilHealthy } from './engine.ts';
import type { NodeStarter, StartedNode } from './node.ts';

/** An OpenSearch that is running and healthy. */
export type OpenSearchCluster = {
  /** Address of the first node, such as `http://127.0.0.1:9200`. */
  readonly endpoint: string;
  /** Addresses of all nodes. */
  readonly endpoints: readonly string[];
  /** The engine's version, such as `3.8.0`. */
  readonly version: string;
  /** The runtime, for display: `Java 21`, `docker`; null when it was running already. */
  readonly runsIn: string | null;
  /** The processes of the nodes that are running now; empty when they are in containers, or were not started here. */
  readonly pids: () => readonly number[];
  /** Ends one node as a crash would (`kill -9`); resolves when it is gone. */
  readonly killNode: (node: number) => Promise<void>;
  /** Stops one node in order. */
  readonly stopNode: (node: number) => Promise<void>;
  /** Starts a node that was killed or stopped, with its data; resolves when it is healthy and with all running ones. */
  readonly startNode: (node: number) => Promise<void>;
  /** Resolves with a sentence when a node exits unexpectedly. */
  readonly crashed: Promise<string>;
  /** Stops all that was started, and removes its data unless they have a directory of the caller's. */
  readonly stop: () => Promise<void>;
};

/** For operations on a cluster that was running already. */
const notOurs = (): Promise<never> => Promise.reject(new Error('This OpenSearch was not started here.'));

/** A cluster that was running already; `stop` does nothing. */
export function foreignCluster(endpoint: string, version: string): OpenSearchCluster {
  return {
    endpoint,
    endpoints: [endpoint],
    version,
    runsIn: null,
    pids: () => [],
    killNode: notOurs,
    stopNode: notOurs,
    startNode: notOurs,
    crashed: new Promise(() => undefined),
    stop: async () => undefined,
  };
}

/** The nodes of a cluster by their number: those that run now. */
type Nodes = Map<number, StartedNode>;

/** How a cluster starts and stops. */
export type Lifecycle = {
  /** Timeout of the start of a node. */
  readonly timeoutMs: number;
  /** Aborts the start. */
  readonly signal: AbortSignal | undefined;
  /** Called last when the cluster stops. */
  readonly removeData: () => Promise<void>;
};

/**
 * Starts all nodes of a cluster and waits until it is healthy. When that fails, all of them are stopped again.
 *
 * @throws Error with what the node wrote last, when one ends at start; at the timeout; or the reason of the signal
 */
export async function startCluster(
  starter: NodeStarter,
  endpoints: readonly [string, ...string[]],
  version: string,
  { timeoutMs, signal, removeData }: Lifecycle,
): Promise<OpenSearchCluster> {
  const nodes: Nodes = new Map();
  const crash = Promise.withResolvers<string>();
  const nodeNumbers = endpoints.map((_, node) => node);
  let stopped: Promise<void> | undefined;

  const start = (node: number): StartedNode => {
    const started = starter.start(node);
    nodes.set(node, started);
    void started.ended.then((output) => {
      if (nodes.get(node) !== started) return;
      nodes.delete(node);
      crash.resolve(`Node ${node + 1} of OpenSearch ended by itself:\n${output}`);
    });
    return started;
  };
  const end = async (node: number, how: 'stop' | 'kill'): Promise<void> => {
    const started = nodes.get(node);
    nodes.delete(node);
    await started?.end(how);
  };
  const stop = async (): Promise<void> => {
    await Promise.all(nodeNumbers.map((node) => end(node, 'stop')));
    await starter.dispose();
    await removeData();
  };
  const healthy = (node: number, started: StartedNode): Promise<void> =>
    untilUp(endpoints[node] ?? endpoints[0], nodes.size, started, timeoutMs, signal);

  try {
    const all = nodeNumbers.map((node) => [node, start(node)] as const);
    await Promise.all(all.map(([node, started]) => healthy(node, started)));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    endpoint: endpoints[0],
    endpoints,
    version,
    runsIn: starter.runsIn,
    pids: () => [...nodes.values()].flatMap(({ pid }) => pid ?? []),
    killNode: (node) => end(node, 'kill'),
    stopNode: (node) => end(node, 'stop'),
    startNode: async (node) => {
      if (!nodes.has(node)) await healthy(node, start(node));
    },
    crashed: crash.promise,
    stop: () => (stopped ??= stop()),
  };
}

/** Waits until a node sees a healthy cluster of `size` nodes; fails when the node ends or time is up. */
async function untilUp(
  endpoint: string,
  size: number,
  node: StartedNode,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const failed = new AbortController();
  const late = setTimeout(() => {
    failed.abort(new Error(`OpenSearch was not healthy after ${timeoutMs / 1000} seconds.`));
  }, timeoutMs);
  void node.ended.then((output) => failed.abort(new Error(`OpenSearch ended at start:\n${output}`)));
  try {
    await untilHealthy(
      endpoint,
      size,
      AbortSignal.any(signal === undefined ? [failed.signal] : [failed.signal, signal]),
    );
  } finally {
    clearTimeout(late);
  }
}

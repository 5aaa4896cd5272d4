import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A node that was started. It may not be ready yet. */
export type StartedNode = {
  /** The process of the engine; null when it is in a container. */
  readonly pid: number | null;
  /** Resolves when it has ended, for whatever reason, with what it wrote last. */
  readonly ended: Promise<string>;
  /** Ends it: in order, or at once as a crash would. Resolves when it is gone. */
  readonly end: (how: 'stop' | 'kill') => Promise<void>;
};

/** Starts the nodes of one cluster, by their number from 0 on; a node that ended is started again with its data. */
export type NodeStarter = {
  readonly start: (node: number) => StartedNode;
  /** The runtime, for display, such as `Java 21`. */
  readonly runsIn: string;
  /** Removes what starting left behind, except data. Called after all nodes have ended. */
  readonly dispose: () => Promise<void>;
};

/** The start options of a cluster's nodes. */
export type ClusterPlan = {
  readonly name: string;
  /** The HTTP port of each node on loopback. */
  readonly http: readonly number[];
  readonly transport: readonly number[];
  /** Holds the data of all nodes. */
  readonly directory: string;
  /** Whether data stay there after the cluster stopped. */
  readonly keepsData: boolean;
  /** Heap of each node as Java writes it, such as `512m`. */
  readonly heap: string | null;
  /** Options of Java for each node, besides the heap. */
  readonly javaOptions: readonly string[];
  /** OpenSearch's own settings, above those that are chosen here. */
  readonly settings: Readonly<Record<string, string>>;
};

/** Settings of every node, however it is started. */
export const COMMON_SETTINGS: Readonly<Record<string, string>> = {
  'action.destructive_requires_name': 'true',
  // A machine that runs tests may have a nearly full disk, on which an engine would put its indices into read-only mode.
  'cluster.routing.allocation.disk.threshold_enabled': 'false',
};

/** Maximum number of characters that are kept of a process's output. */
const MAX_OUTPUT_LENGTH = 20_000;

/** Number of lines of the output that are shown when the process fails. */
const MAX_SHOWN_LINES = 15;

/**
 * Starts a process whose standard input stays open as long as this process lives.
 *
 * @returns the process; and a promise of what it wrote last for when it has ended
 */
export function startProcess(
  command: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv,
): { readonly child: ChildProcess; readonly ended: Promise<string> } {
  // In a process group of its own: Ctrl+C reaches only this process, which then stops its nodes in order.
  const child = spawn(command, [...parameters], { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-MAX_OUTPUT_LENGTH);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(
    () => lastWords(output),
    (error: unknown) => lastWords(`${output}\n${String(error)}`),
  );
  return { child, ended };
}

/** The last lines of a log, without Java's stack traces. */
export function lastWords(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !/^\s+(at|\.\.\.) /.test(line));
  return lines.slice(-MAX_SHOWN_LINES).join('\n');
}

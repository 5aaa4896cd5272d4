import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Jdk } from './java.ts';
import { type ClusterPlan, COMMON_SETTINGS, type NodeStarter, type StartedNode, startProcess } from './node.ts';

/** How long a node has to stop in order before it is killed. */
const GRACE_MS = 20_000;

/** From this version on, Java warns of native code that was not allowed by name. */
const JAVA_WITH_NATIVE_WARNING = 21;

/**
 * Starts each node of a cluster as a Java process of its own, bound to loopback.
 *
 * @param classPath has the program `OpenSearchNode` and the engine
 */
export async function javaNodes(
  plan: ClusterPlan,
  jdk: Jdk,
  classPath: string,
  env: NodeJS.ProcessEnv,
): Promise<NodeStarter> {
  const temporary = join(plan.directory, 'tmp');
  await mkdir(temporary, { recursive: true });
  const heap = plan.heap ?? (plan.http.length > 1 ? '256m' : '512m');
  const flags = [
    `-Xms${heap}`,
    `-Xmx${heap}`,
    ...plan.javaOptions,
    '-XX:+ExitOnOutOfMemoryError',
    `-Djava.io.tmpdir=${temporary}`,
    ...(plan.keepsData ? [] : [`-Dtemporary=${plan.directory}`]),
    ...(jdk.version >= JAVA_WITH_NATIVE_WARNING ? ['--enable-native-access=ALL-UNNAMED'] : []),
  ];
  const program = ['-cp', classPath, 'OpenSearchNode'];
  return {
    runsIn: `Java ${jdk.version}`,
    start: (node) => {
      const settings = Object.entries({ ...javaSettings(plan, node), ...plan.settings });
      const home = join(plan.directory, nodeName(node));
      const parameters = [...flags, ...program, home, ...settings.map((setting) => setting.join('='))];
      return startJava(join(jdk.home, 'bin', 'java'), parameters, env);
    },
    dispose: async () => undefined,
  };
}

/** The settings of one node, whose ports are exact and whose names are known to the others. */
export function javaSettings(plan: ClusterPlan, node: number): Record<string, string> {
  const alone = plan.http.length === 1;
  return {
    ...COMMON_SETTINGS,
    'cluster.name': plan.name,
    'node.name': nodeName(node),
    'network.host': '127.0.0.1',
    'http.port': String(plan.http[node]),
    'transport.port': String(plan.transport[node]),
    'path.repo': join(plan.directory, 'snapshots'),
    ...(alone
      ? { 'discovery.type': 'single-node' }
      : {
          'discovery.type': 'zen',
          'discovery.seed_hosts': plan.transport.map((port) => `127.0.0.1:${port}`).join(','),
          'cluster.initial_cluster_manager_nodes': plan.http.map((_, i) => nodeName(i)).join(','),
        }),
  };
}

function nodeName(node: number): string {
  return `node-${node + 1}`;
}

function startJava(java: string, parameters: readonly string[], env: NodeJS.ProcessEnv): StartedNode {
  const { child, ended } = startProcess(java, parameters, env);
  return {
    pid: child.pid ?? null,
    ended,
    end: async (how) => {
      child.kill(how === 'kill' ? 'SIGKILL' : 'SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

import { randomUUID } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Absent } from './absent.ts';
import { type Ended, lastLine, runCommand } from './command.ts';
import { type ClusterPlan, COMMON_SETTINGS, type NodeStarter, type StartedNode, startProcess } from './node.ts';
import type { Release } from './releases.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Marks what is started here, so that it can be found: `docker ps --filter label=competency-service`. */
const LABEL = 'competency-service=opensearch';

/** Programs with the same commands, in the order in which they are tried. */
const ENGINES = ['docker', 'podman'] as const;

/** The command of a container engine, and the environment that it runs in. */
type Engine = { readonly name: string; readonly env: NodeJS.ProcessEnv };

/**
 * Looks for a container engine that is running and has the image of a release, or fetches it.
 *
 * @returns what starts a cluster's nodes in containers whose ports are published on loopback only
 */
export async function containerStarter(
  release: Release,
  env: NodeJS.ProcessEnv,
): Promise<((plan: ClusterPlan) => Promise<NodeStarter>) | Absent> {
  for (const name of ENGINES) {
    const engine = { name, env };
    if ((await run(engine, ['info'], 15 * SECOND)).code !== 0) continue;
    const here = await run(engine, ['image', 'inspect', release.image], 15 * SECOND);
    if (here.code !== 0) {
      const pulled = await run(engine, ['pull', '--quiet', release.image], 15 * MINUTE);
      if (pulled.code !== 0) return { absent: `${name} does not get the image ${release.image}: ${lastLine(pulled)}` };
    }
    return (plan) => containerNodes(engine, release.image, plan);
  }
  return { absent: 'no container engine is running' };
}

function run({ name, env }: Engine, parameters: readonly string[], timeout: number): Promise<Ended> {
  return runCommand(name, parameters, { timeout, env });
}

async function containerNodes(engine: Engine, image: string, plan: ClusterPlan): Promise<NodeStarter> {
  const id = randomUUID().slice(0, 8);
  const network = plan.http.length > 1 ? `competency-opensearch-${id}` : null;
  const names = plan.http.map((_, node) => `competency-opensearch-${id}-${node + 1}`);
  const dispose = async (): Promise<void> => {
    await run(engine, ['rm', '--force', '--volumes', ...names], MINUTE);
    if (network !== null) await run(engine, ['network', 'rm', network], MINUTE);
  };
  const must = async (parameters: readonly string[]): Promise<void> => {
    const ended = await run(engine, parameters, MINUTE);
    if (ended.code !== 0) throw new Error(`${engine.name} ${parameters[0]} failed: ${lastLine(ended)}`);
  };
  try {
    if (network !== null) await must(['network', 'create', '--label', LABEL, network]);
    for (const node of names.keys()) {
      const data = plan.keepsData ? await sharedDirectory(join(plan.directory, `node-${node + 1}`)) : null;
      await must(createParameters(image, plan, names, node, network, data));
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  return { runsIn: engine.name, start: (node) => startContainer(engine, names[node] ?? ''), dispose };
}

/** The engine runs in its container as a user with another id than outside. */
async function sharedDirectory(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o777);
  return path;
}

/**
 * The parameters that create the container of one node.
 *
 * @param network in which several nodes find each other; null for a single one
 * @param data a directory outside for the data; null to keep them in the container, which goes with them
 */
export function createParameters(
  image: string,
  plan: ClusterPlan,
  names: readonly string[],
  node: number,
  network: string | null,
  data: string | null,
): string[] {
  const name = names[node] ?? '';
  const heap = plan.heap ?? '512m';
  const environment: Record<string, string> = {
    DISABLE_SECURITY_PLUGIN: 'true',
    DISABLE_INSTALL_DEMO_CONFIG: 'true',
    DISABLE_PERFORMANCE_ANALYZER_AGENT_CLI: 'true',
    OPENSEARCH_JAVA_OPTS: [`-Xms${heap}`, `-Xmx${heap}`, ...plan.javaOptions].join(' '),
    ...COMMON_SETTINGS,
    'cluster.name': plan.name,
    'node.name': name,
    'path.repo': '/usr/share/opensearch/snapshots',
    ...(network === null
      ? { 'discovery.type': 'single-node' }
      : {
          'discovery.seed_hosts': names.join(','),
          'cluster.initial_cluster_manager_nodes': names.join(','),
          // Without this, a cluster starts only on hosts with a raised limit of memory maps.
          'node.store.allow_mmap': 'false',
        }),
    ...plan.settings,
  };
  return [
    'create',
    '--name',
    name,
    '--label',
    LABEL,
    ...(network === null ? [] : ['--network', network]),
    '--publish',
    `127.0.0.1:${plan.http[node]}:9200`,
    ...(data === null ? [] : ['--volume', `${data}:/usr/share/opensearch/data:z`]),
    ...Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    image,
  ];
}

function startContainer(engine: Engine, name: string): StartedNode {
  const { ended } = startProcess(engine.name, ['start', '--attach', name], engine.env);
  return {
    pid: null,
    ended,
    end: async (how) => {
      await run(engine, how === 'kill' ? ['kill', name] : ['stop', '-t', '20', name], MINUTE);
      await ended;
    },
  };
}

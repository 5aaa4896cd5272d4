import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { type Absent, isAbsent, OpenSearchUnavailable } from './absent.ts';
import { foreignCluster, type OpenSearchCluster, startCluster } from './cluster.ts';
import { containerStarter } from './container-nodes.ts';
import { askEngine } from './engine.ts';
import { fetchJars, fetchKnn, KNN_PLUGIN, launcherClassPath } from './jars.ts';
import { findJdk } from './java.ts';
import { javaNodes } from './java-nodes.ts';
import type { ClusterPlan, NodeStarter } from './node.ts';
import { freePorts, type Ports, portsFrom } from './ports.ts';
import { type Major, NEWEST, RELEASES, type Release } from './releases.ts';

/** Which OpenSearch to start, and how. */
export type OpenSearchOptions = {
  /** Major version. Unset: the newest is started, or any running one is used. */
  readonly version?: Major | undefined;
  /** How many nodes, each a process of its own (1). If more than one, they are always started here. */
  readonly nodes?: number | undefined;
  /** HTTP port of the first node on loopback; the others follow, and transport ports are 100 above. Unset: free ones. */
  readonly port?: number | undefined;
  /** Where data stay between runs. Unset: a temporary directory, removed by `stop`. */
  readonly directory?: string | undefined;
  /** Heap of each node, as Java writes it (`512m`; of several nodes `256m`). */
  readonly heap?: string | undefined;
  /** Options of Java for every node, besides the heap. */
  readonly javaOptions?: readonly string[] | undefined;
  /** Start one even if `SEARCH_ENDPOINT` answers, for tests that stop nodes. */
  readonly own?: boolean | undefined;
  /** Start one with the plugin k-NN. */
  readonly knn?: boolean | undefined;
  /** OpenSearch's own settings for every node. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Timeout of the start, downloads excluded (3 minutes). */
  readonly timeoutMs?: number | undefined;
  /** Aborts the start, and stops what it started. */
  readonly signal?: AbortSignal | undefined;
  /** The environment, of which are read: `SEARCH_ENDPOINT`, `JAVA_HOME`, `PATH`, `XDG_CACHE_HOME`. */
  readonly environment: NodeJS.ProcessEnv;
};

const START_TIMEOUT_MS = 180_000;

/** Attempts with other free ports before the start fails. */
const MAX_ATTEMPTS = 3;

/**
 * Returns a running, healthy OpenSearch: the first of these that is possible.
 *
 * 1. `SEARCH_ENDPOINT` answers, with the requested version;
 * 2. a container engine is running (docker or podman) and has the official image, or can fetch it;
 * 3. a Java development kit and Maven are installed, or the libraries are from an earlier run.
 *
 * The started engine listens on loopback only, and has no users and no TLS. It ends with this process, however that ends.
 *
 * @throws OpenSearchUnavailable when none of them is possible
 * @throws Error when one is, and what it started does not become healthy
 */
export async function startOpenSearch(options: OpenSearchOptions): Promise<OpenSearchCluster> {
  const reasons: string[] = [];
  if (options.own !== true && options.knn !== true && (options.nodes ?? 1) === 1) {
    const running = await runningAlready(options);
    if (!isAbsent(running)) return running;
    reasons.push(running.absent);
  }
  const release = RELEASES[options.version ?? NEWEST];
  const way = await firstPossible(
    [() => containerStarter(release, options.environment), () => javaStarter(release, options)],
    reasons,
  );
  for (let attempt = 1; ; attempt++) {
    try {
      return await startWith(way, release, options);
    } catch (error) {
      // Another process may have taken a free port between its choice and its use.
      if (options.port !== undefined || attempt === MAX_ATTEMPTS || !String(error).includes('already in use'))
        throw error;
    }
  }
}

/** Makes what starts the nodes of a planned cluster. */
export type Way = (plan: ClusterPlan) => Promise<NodeStarter>;

/**
 * The first way that is possible; those after it are not looked at.
 *
 * @param reasons why the earlier alternatives are not available
 * @throws OpenSearchUnavailable when none is
 */
export async function firstPossible(
  ways: readonly (() => Promise<Way | Absent>)[],
  reasons: readonly string[],
): Promise<Way> {
  const all = [...reasons];
  for (const look of ways) {
    const way = await look();
    if (!isAbsent(way)) return way;
    all.push(way.absent);
  }
  throw new OpenSearchUnavailable(all);
}

async function runningAlready({ version, environment }: OpenSearchOptions): Promise<OpenSearchCluster | Absent> {
  const endpoint = environment['SEARCH_ENDPOINT'];
  if (!endpoint) return { absent: 'SEARCH_ENDPOINT is not set' };
  const found = await askEngine(endpoint);
  if (isAbsent(found)) return { absent: `SEARCH_ENDPOINT: ${found.absent}` };
  if (version !== undefined && !found.version.startsWith(`${version}.`)) {
    return { absent: `SEARCH_ENDPOINT has OpenSearch ${found.version}, not ${version}` };
  }
  return foreignCluster(endpoint, found.version);
}

async function javaStarter(release: Release, { environment, knn = false }: OpenSearchOptions): Promise<Way | Absent> {
  const jdk = await findJdk(release.java, environment);
  if (isAbsent(jdk)) return jdk;
  const fetched = await fetchJars(release, jdk.home, environment);
  if (isAbsent(fetched)) return fetched;
  const classPath = await launcherClassPath(release, jdk, fetched.jars, environment);
  if (!knn) return (plan) => javaNodes(plan, jdk, classPath, environment);
  const plugin = await fetchKnn(release, jdk, environment);
  if (isAbsent(plugin)) return plugin;
  const withPlugin = [classPath, join(plugin.jars, '*')].join(delimiter);
  return (plan) => {
    const javaOptions = [...plan.javaOptions, `-Dplugins=${KNN_PLUGIN}`];
    return javaNodes({ ...plan, javaOptions }, jdk, withPlugin, environment);
  };
}

async function startWith(way: Way, release: Release, options: OpenSearchOptions): Promise<OpenSearchCluster> {
  const nodes = options.nodes ?? 1;
  const ports = await (options.port === undefined ? freePorts(nodes) : portsFrom(options.port, nodes));
  const directory = await dataDirectory(options.directory);
  const removeData = async (): Promise<void> => {
    if (options.directory === undefined) await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    options.signal?.throwIfAborted();
    const starter = await way({
      name: 'competency-service',
      ...ports,
      directory,
      keepsData: options.directory !== undefined,
      heap: options.heap ?? null,
      javaOptions: options.javaOptions ?? [],
      settings: options.settings ?? {},
    });
    const timeoutMs = options.timeoutMs ?? START_TIMEOUT_MS;
    const lifecycle = { timeoutMs, signal: options.signal, removeData };
    return await startCluster(starter, endpointsOf(ports), release.version, lifecycle);
  } catch (error) {
    await removeData();
    throw error;
  }
}

async function dataDirectory(wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return mkdtemp(join(tmpdir(), 'competency-opensearch-'));
  const directory = resolve(wanted);
  await mkdir(directory, { recursive: true });
  return directory;
}

function endpointsOf({ http }: Ports): [string, ...string[]] {
  const [first = '', ...others] = http.map((port) => `http://127.0.0.1:${port}`);
  return [first, ...others];
}

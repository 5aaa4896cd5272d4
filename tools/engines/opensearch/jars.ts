import { createHash } from 'node:crypto';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Absent } from './absent.ts';
import { lastLine, runCommand } from './command.ts';
import type { Jdk } from './java.ts';
import type { Release } from './releases.ts';

/** The directory with the libraries of a release, kept between runs: in the user's cache directory, outside the repository. */
function cacheDirectory(release: Release, environment: NodeJS.ProcessEnv): string {
  const cache = environment['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'competency-service', 'opensearch', release.version);
}

/**
 * Creates a directory unless it exists, completely or not at all: `make` fills another one, which is then renamed. Of concurrent
 * processes one wins, and the work of the others is removed.
 *
 * @param make fills the directory that it is given, which exists; when it throws, nothing is left
 */
export async function makeOnce(directory: string, make: (fresh: string) => Promise<void>): Promise<void> {
  if (await exists(directory)) return;
  const parent = dirname(directory);
  await mkdir(parent, { recursive: true });
  const fresh = await mkdtemp(join(parent, 'new-'));
  try {
    await make(fresh);
    await rename(fresh, directory).catch(async (error: unknown) => {
      if (!(await exists(directory))) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The Maven plugin that copies a library with all that it needs. */
const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

const MINUTE = 60_000;

/**
 * The directory with the libraries of a release. At first use Maven fetches them, with the user's own settings and checked
 * against the repository's checksums; later runs need no Maven and no network.
 *
 * @param javaHome the development kit that Maven runs in
 */
export async function fetchJars(
  release: Release,
  javaHome: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly jars: string } | Absent> {
  const jars = join(cacheDirectory(release, environment), 'jars');
  try {
    await makeOnce(jars, (fresh) => fetchInto(fresh, release, { ...environment, JAVA_HOME: javaHome }));
    return { jars };
  } catch (error) {
    return { absent: error instanceof Error ? error.message : String(error) };
  }
}

async function fetchInto(directory: string, release: Release, env: NodeJS.ProcessEnv): Promise<void> {
  await copyLibraries(directory, projectFile(release.library), `OpenSearch ${release.version}`, env);
}

/** The name by which a node loads the plugin k-NN. */
export const KNN_PLUGIN = 'org.opensearch.knn.plugin.KNNPlugin';

/** The directory with the libraries of the plugin k-NN, fetched as those of the engine are. It indexes with Lucene only. */
export async function fetchKnn(
  release: Release,
  { home }: Jdk,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly jars: string } | Absent> {
  const { knn } = release;
  if (knn === null) return { absent: `the plugin k-NN of OpenSearch ${release.version} is not available as a library` };
  const jars = join(cacheDirectory(release, environment), 'knn');
  try {
    await makeOnce(jars, async (fresh) => {
      const name = `the plugin k-NN of OpenSearch ${release.version}`;
      await copyLibraries(fresh, projectFile(knn, 'zip'), name, { ...environment, JAVA_HOME: home });
      for (const zip of (await readdir(fresh)).filter((file) => file.endsWith('.zip'))) {
        const unpacked = await runCommand(join(home, 'bin', 'jar'), ['xf', zip], { timeout: MINUTE, cwd: fresh });
        if (unpacked.code !== 0) throw new Error(`${zip} cannot be unpacked: ${lastLine(unpacked)}`);
      }
    });
    return { jars };
  } catch (error) {
    return { absent: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Has Maven copy all libraries that a project depends on into an existing directory.
 *
 * @param project text of the project file
 * @param name of what is fetched, for people
 * @param env names the development kit that Maven runs in: `JAVA_HOME`
 * @throws Error in one sentence when Maven is not installed or does not fetch them
 */
export async function copyLibraries(
  directory: string,
  project: string,
  name: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if ((await runCommand('mvn', ['--version'], { env, timeout: MINUTE })).code !== 0) {
    throw new Error(`Maven, which would fetch ${name}, is not installed`);
  }
  const file = join(directory, 'pom.xml');
  await writeFile(file, project);
  const copy = [`${PLUGIN}:copy-dependencies`, `-DoutputDirectory=${directory}`, '-DincludeScope=runtime'];
  const quiet = ['--quiet', '--batch-mode', '--strict-checksums', '--file', file];
  const fetched = await runCommand('mvn', [...quiet, ...copy], { env, timeout: 10 * MINUTE });
  if (fetched.code === 0) return;
  // Maven's first complaint says what is wrong; those after it say how to see more.
  const reason = /^\[ERROR\] (.*)$/m.exec(fetched.output)?.[1] ?? lastLine(fetched);
  throw new Error(`Maven did not fetch ${name}: ${reason}`);
}

/** A Maven project that depends on nothing but a library. */
function projectFile([groupId, artifactId, version]: Release['library'], type = 'jar'): string {
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>competency-service</groupId>
  <artifactId>opensearch</artifactId>
  <version>1</version>
  <dependencies>
    <dependency><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${version}</version><type>${type}</type></dependency>
  </dependencies>
</project>
`;
}

/** The Java program that is one node. */
const SOURCE = new URL('OpenSearchNode.java', import.meta.url);

/**
 * The class path of the program `OpenSearchNode`, compiled at first use with the kit that will run it.
 *
 * @param jars the directory with the engine's libraries
 * @throws Error when it does not compile
 */
export async function launcherClassPath(
  release: Release,
  jdk: Jdk,
  jars: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const source = await readFile(SOURCE);
  const fingerprint = createHash('sha256').update(source).update(jdk.home).digest('hex').slice(0, 16);
  const classes = join(cacheDirectory(release, environment), `launcher-${jdk.version}-${fingerprint}`);
  const libraries = join(jars, '*');
  await makeOnce(classes, async (fresh) => {
    const parameters = ['-d', fresh, '-cp', libraries, fileURLToPath(SOURCE)];
    const compiled = await runCommand(join(jdk.home, 'bin', 'javac'), parameters, { timeout: 5 * MINUTE });
    if (compiled.code !== 0) throw new Error(`The launcher of OpenSearch does not compile: ${lastLine(compiled)}`);
  });
  return [classes, libraries].join(delimiter);
}

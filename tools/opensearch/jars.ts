import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Absent } from './absent.ts';
import { lastLine, runCommand } from './command.ts';
import { cacheDirectory, makeOnce } from './once.ts';
import type { Release } from './releases.ts';

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
  await copyLibraries(directory, projectFile(release), `OpenSearch ${release.version}`, env);
}

/**
 * Lets Maven copy all libraries that a project depends on into a directory that exists.
 *
 * @param project text of the project file
 * @param name of what is fetched, for people
 * @param env names the development kit that Maven runs in: `JAVA_HOME`
 * @throws Error in one sentence when Maven is not here or does not fetch them
 */
export async function copyLibraries(
  directory: string,
  project: string,
  name: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if ((await runCommand('mvn', ['--version'], { env, timeout: MINUTE })).code !== 0) {
    throw new Error(`Maven, which would fetch ${name}, is not here`);
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

/** A Maven project that depends on nothing but the engine. */
function projectFile({ library: [groupId, artifactId, version] }: Release): string {
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>competency-service</groupId>
  <artifactId>opensearch</artifactId>
  <version>1</version>
  <dependencies>
    <dependency><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${version}</version></dependency>
  </dependencies>
</project>
`;
}

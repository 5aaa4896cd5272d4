import { access, glob, readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Absent } from './absent.ts';

/** A Java development kit. */
export type Jdk = { readonly home: string; readonly version: number };

/** Directories where systems, installers and version managers put development kits. */
const PLACES = [
  '/usr/lib/jvm/*',
  '/usr/java/*',
  '/usr/local/*{jdk,java}*',
  '/opt/*{jdk,java}*',
  '/opt/{java,jdk,jdks}/*',
  '/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home',
  '/Library/Java/JavaVirtualMachines/*/Contents/Home',
  '~/.sdkman/candidates/java/*',
  '~/.jdks/*',
  '~/.asdf/installs/java/*',
  '~/.local/share/mise/installs/java/*',
];

/**
 * Finds a development kit of at least one major version. First come `JAVA_HOME`, its relatives that name a version
 * (`JAVA_HOME_21_X64`) and the `java` of the path; then the usual places, the newest first.
 *
 * @param places patterns of the usual places; `~` is the home directory
 */
export async function findJdk(
  least: number,
  environment: NodeJS.ProcessEnv,
  places: readonly string[] = PLACES,
): Promise<Jdk | Absent> {
  for (const home of await namedHomes(environment)) {
    const jdk = await jdkAt(home);
    if (jdk !== null && jdk.version >= least) return jdk;
  }
  const found: Jdk[] = [];
  for await (const home of glob(places.map((place) => place.replace(/^~/, homedir())))) {
    const jdk = await jdkAt(home);
    if (jdk !== null && jdk.version >= least) found.push(jdk);
  }
  const [newest] = found.sort((a, b) => b.version - a.version || a.home.localeCompare(b.home));
  return newest ?? { absent: `there is no Java development kit of version ${least} or newer` };
}

/** The major version in what a `release` file or `java -version` says: `25.0.3`, `21`, `26-ea`, `1.8.0_412`. */
export function javaMajor(version: string): number | null {
  const [, first, second] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  if (first === undefined) return null;
  return first === '1' && second !== undefined ? Number(second) : Number(first);
}

async function namedHomes(environment: NodeJS.ProcessEnv): Promise<string[]> {
  const homes = Object.keys(environment)
    .filter((name) => /^JAVA_HOME(_\d|$)/.test(name))
    .sort()
    .map((name) => environment[name] ?? '');
  for (const directory of (environment['PATH'] ?? '').split(delimiter)) {
    const program = await realpath(join(directory, 'java')).catch(() => null);
    if (program !== null) homes.push(dirname(dirname(program)));
  }
  return homes.filter((home) => home !== '');
}

/** Checks the files of a kit: a runtime without a compiler cannot start a source file. */
async function jdkAt(home: string): Promise<Jdk | null> {
  try {
    await access(join(home, 'bin', 'javac'));
    const release = await readFile(join(home, 'release'), 'utf8');
    const version = javaMajor(/^JAVA_VERSION="?([^"\n]*)/m.exec(release)?.[1] ?? '');
    return version === null ? null : { home, version };
  } catch {
    return null;
  }
}

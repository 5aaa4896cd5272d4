import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lastLine, runCommand } from './command.ts';
import type { Jdk } from './java.ts';
import { cacheDirectory, makeOnce } from './once.ts';
import type { Release } from './releases.ts';

/** The Java program that is one node. */
const SOURCE = new URL('OpenSearchNode.java', import.meta.url);

const MINUTE = 60_000;

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

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Absent, isAbsent } from '../opensearch/absent.ts';
import { lastLine, runCommand } from '../opensearch/command.ts';
import { copyLibraries, makeOnce } from '../opensearch/jars.ts';
import { findJdk } from '../opensearch/java.ts';
import { startProcess } from '../opensearch/node.ts';
import { freePorts } from '../opensearch/ports.ts';
import { IMAGE, JAVA, libraryDirectory, PROJECT, VERSION } from './release.ts';

/** A running DynamoDB of this machine. */
export type LocalDynamoDb = {
  /** Its address, as `AWS_ENDPOINT_URL_DYNAMODB` takes it. */
  readonly endpoint: string;
  /** The runtime, for display: `Java 21`, `docker`; null when it was running already. */
  readonly runsIn: string | null;
  /** Resolves with the last output if the process exits unexpectedly. */
  readonly crashed: Promise<string>;
  /** Stops it if it was started here; its data are lost then. */
  readonly stop: () => Promise<void>;
};

export type LocalDynamoDbOptions = {
  /** Port on loopback; unset: a free one. */
  readonly port?: number | undefined;
  /** The environment, of which are read: `AWS_ENDPOINT_URL_DYNAMODB`, `JAVA_HOME`, `PATH`, `XDG_CACHE_HOME`. */
  readonly environment: NodeJS.ProcessEnv;
};

/** DynamoDB Local can neither be found nor started on this machine. The message is one line with every reason. */
export class DynamoDbUnavailable extends Error {
  constructor(reasons: readonly string[]) {
    super(`No DynamoDB can be started here: ${reasons.join('; ')}.`);
    this.name = 'DynamoDbUnavailable';
  }
}

const SECOND_MS = 1_000;
const START_TIMEOUT_MS = 60 * SECOND_MS;

/** From this version on, Java warns of native code that was not allowed by name. */
const JAVA_WITH_NATIVE_WARNING = 21;

/** Programs with the same commands, in the order in which they are tried. */
const CONTAINER_ENGINES = ['docker', 'podman'] as const;

/** An engine that can be started, before it has a port. */
type Way = { readonly runsIn: string; start(port: number): Started };
type Started = { readonly ended: Promise<string>; end(): Promise<void> };

/**
 * Returns a running DynamoDB: the one at `AWS_ENDPOINT_URL_DYNAMODB` if it answers; else DynamoDB Local, in memory, with Java
 * and Maven, or in a container (docker or podman). What is started listens on loopback only and ends with this process.
 *
 * @throws DynamoDbUnavailable when none of these is possible
 * @throws Error when one is, and what it started does not answer
 */
export async function startDynamoDb(options: LocalDynamoDbOptions): Promise<LocalDynamoDb> {
  const { environment } = options;
  const given = environment['AWS_ENDPOINT_URL_DYNAMODB'];
  if (given && (await answers(given))) {
    return { endpoint: given, runsIn: null, crashed: new Promise(() => undefined), stop: async () => undefined };
  }
  const reasons = [`AWS_ENDPOINT_URL_DYNAMODB ${given ? 'names an address where nothing answers' : 'is not set'}`];
  const way = await firstWay([javaWay, containerWay], environment, reasons);
  const port = options.port ?? (await freePorts(1)).http[0] ?? 0;
  const endpoint = `http://127.0.0.1:${port}`;
  const process = way.start(port);
  const crash = Promise.withResolvers<string>();
  let stopped = false;
  void process.ended.then((words) => {
    if (!stopped) crash.resolve(`DynamoDB Local ended. ${words}`);
  });
  const stop = (): Promise<void> => {
    stopped = true;
    return process.end();
  };
  const failure = await Promise.race([untilAnswers(endpoint), crash.promise]);
  if (failure === null) return { endpoint, runsIn: way.runsIn, crashed: crash.promise, stop };
  await stop();
  throw new Error(failure);
}

async function firstWay(
  ways: readonly ((environment: NodeJS.ProcessEnv) => Promise<Way | Absent>)[],
  environment: NodeJS.ProcessEnv,
  reasons: string[],
): Promise<Way> {
  for (const look of ways) {
    const way = await look(environment);
    if (!isAbsent(way)) return way;
    reasons.push(way.absent);
  }
  throw new DynamoDbUnavailable(reasons);
}

/** Null when it answers; else a sentence. */
async function untilAnswers(endpoint: string): Promise<string | null> {
  for (const begin = performance.now(); performance.now() - begin < START_TIMEOUT_MS; await sleep(50)) {
    if (await answers(endpoint)) return null;
  }
  return `DynamoDB Local did not answer at ${endpoint} in time.`;
}

/** Whether something that speaks the protocol answers: DynamoDB reports that the signature is missing. */
async function answers(endpoint: string): Promise<boolean> {
  try {
    const response = await fetch(endpoint, { signal: AbortSignal.timeout(5 * SECOND_MS) });
    return (await response.text()).includes('MissingAuthenticationToken') || response.ok;
  } catch {
    return false;
  }
}

async function javaWay(environment: NodeJS.ProcessEnv): Promise<Way | Absent> {
  const jdk = await findJdk(JAVA, environment);
  if (isAbsent(jdk)) return jdk;
  const jars = libraryDirectory(environment);
  try {
    const env = { ...environment, JAVA_HOME: jdk.home };
    await makeOnce(jars, (fresh) => copyLibraries(fresh, PROJECT, `DynamoDB Local ${VERSION}`, env));
  } catch (error) {
    return { absent: error instanceof Error ? error.message : String(error) };
  }
  const program = fileURLToPath(new URL('LocalDynamoDb.java', import.meta.url));
  return {
    runsIn: `Java ${jdk.version}`,
    start: (port) => {
      const flags = jdk.version >= JAVA_WITH_NATIVE_WARNING ? ['--enable-native-access=ALL-UNNAMED'] : [];
      const server = ['-inMemory', '-sharedDb', '-port', String(port), '-disableTelemetry'];
      const { child, ended } = startProcess(
        join(jdk.home, 'bin', 'java'),
        ['-Xmx192m', ...flags, '-cp', join(jars, '*'), program, ...server],
        { ...environment, TMPDIR: tmpdir() },
      );
      return {
        ended,
        end: async () => {
          child.kill('SIGKILL'); // everything is in memory
          await ended;
        },
      };
    },
  };
}

async function containerWay(environment: NodeJS.ProcessEnv): Promise<Way | Absent> {
  const options = { env: environment, timeout: 15 * SECOND_MS };
  for (const name of CONTAINER_ENGINES) {
    if ((await runCommand(name, ['info'], options)).code !== 0) continue;
    if ((await runCommand(name, ['image', 'inspect', IMAGE], options)).code !== 0) {
      const pulled = await runCommand(name, ['pull', '--quiet', IMAGE], { ...options, timeout: 15 * 60 * SECOND_MS });
      if (pulled.code !== 0) return { absent: `${name} does not get the image ${IMAGE}: ${lastLine(pulled)}` };
    }
    return {
      runsIn: name,
      start: (port) => {
        const container = `competency-dynamodb-${randomUUID().slice(0, 8)}`;
        const publish = ['--publish', `127.0.0.1:${port}:8000`, '--label', 'competency-service=dynamodb'];
        const program = [IMAGE, '-jar', 'DynamoDBLocal.jar', '-inMemory', '-sharedDb', '-disableTelemetry'];
        const parameters = ['run', '--rm', '--interactive', '--name', container, ...publish, ...program];
        const { ended } = startProcess(name, parameters, environment);
        return {
          ended,
          end: async () => {
            await new Promise<void>((resolve) => {
              spawn(name, ['rm', '--force', container], { env: environment, stdio: 'ignore' })
                .on('close', () => resolve())
                .on('error', () => resolve());
            });
            await ended;
          },
        };
      },
    };
  }
  return { absent: 'no container engine is running' };
}

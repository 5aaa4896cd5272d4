import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './server.ts';

const run = promisify(execFile);

/** An S3 server that verifies signatures and supports conditional writes; built with Go at its first use. */
const SERVER = { module: 'github.com/versity/versitygw/cmd/versitygw', version: 'v1.8.0' };

/** Keys that it accepts. */
export const S3_KEYS = { accessKeyId: 'test', secretAccessKey: 'testtest' };

/** A running S3 server with an empty bucket. */
export type S3Server = { readonly endpoint: string; readonly bucket: string; readonly stop: () => Promise<void> };

/** The program, or one sentence with the reason why there is none. */
export async function s3Program(): Promise<{ readonly path: string } | { readonly absent: string }> {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const folder = join(cache, 'competency-service', `versitygw-${SERVER.version}`);
  const path = join(folder, 'versitygw');
  if (existsSync(path)) return { path };
  try {
    const env = { ...process.env, GOBIN: folder, GOFLAGS: '-buildvcs=false' };
    await run('go', ['install', `${SERVER.module}@${SERVER.version}`], { env });
    return { path };
  } catch (error) {
    const [reason = ''] = String(error).trim().split('\n').slice(-1);
    return { absent: `${SERVER.module} is not here and cannot be installed with Go: ${reason}` };
  }
}

/** Starts the server on loopback. */
export async function startS3(program: string): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  const [root, meta, bucket] = [join(directory, 'root'), join(directory, 'meta'), 'indexes'];
  await Promise.all([mkdir(join(root, bucket), { recursive: true }), mkdir(meta)]);
  const port = await freePort();
  const env = { ...process.env, ROOT_ACCESS_KEY: S3_KEYS.accessKeyId, ROOT_SECRET_KEY: S3_KEYS.secretAccessKey };
  const options = ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', meta, root];
  const server = spawn(program, options, { env, stdio: 'ignore' });
  const endpoint = `http://127.0.0.1:${port}/`;
  await answering(endpoint, server);
  return {
    endpoint,
    bucket,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const ended = new Promise((resolve) => server.once('exit', resolve));
        server.kill();
        await ended;
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function answering(endpoint: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (server.exitCode !== null) throw new Error('The S3 server ended.');
    const response = await fetch(endpoint).catch(() => null);
    if (response !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The S3 server does not answer.');
}

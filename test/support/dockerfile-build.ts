import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, posix, relative } from 'node:path';
import { promisify } from 'node:util';
import { createIgnore, type Instruction, type Stage } from './dockerfile.ts';

const run = promisify(execFile);

export type DockerfileBuild = {
  readonly stages: readonly Stage[];
  /** The build context. */
  readonly context: string;
  /** The .dockerignore file. */
  readonly ignoreFile: string;
  /** An empty folder for the stages. */
  readonly place: string;
  /** Whether a command only changes the base image, and is left out. All others run with the Node of this process. */
  readonly isOfTheImage: (command: string) => boolean;
};

/**
 * Executes a Dockerfile without a container engine: each stage is a folder.
 *
 * @returns the folder of the last stage
 * @throws Error when a command fails, or is neither npm's nor Node's
 */
export async function buildStages(build: DockerfileBuild): Promise<string> {
  const isIgnored = createIgnore(await readFile(build.ignoreFile, 'utf8'));
  const folders = new Map<string, string>();
  let last = '';
  for (const { name, steps } of build.stages) {
    last = join(build.place, name);
    folders.set(name, last);
    let workdir = '/';
    for (const step of steps) {
      if (step.word === 'WORKDIR') workdir = step.rest;
      await mkdir(join(last, workdir), { recursive: true });
      if (step.word === 'RUN' && !build.isOfTheImage(step.rest)) await runStep(step, join(last, workdir));
      if (step.word === 'COPY') await copyStep(step, last, workdir);
    }
  }
  return last;

  async function copyStep({ flags, rest }: Instruction, root: string, workdir: string): Promise<void> {
    const { from } = flags;
    const origin = from === undefined ? build.context : (folders.get(from) ?? '');
    const reaches = (path: string): boolean => from !== undefined || !isIgnored(relative(build.context, path));
    const paths = rest.split(/\s+/);
    const target = paths.pop() ?? '';
    for (const path of paths) {
      const source = join(origin, path);
      const isFolder = (await stat(source)).isDirectory();
      const inside = target.endsWith('/') && !isFolder ? posix.join(target, posix.basename(path)) : target;
      const to = join(root, posix.resolve(workdir, inside));
      await mkdir(isFolder ? to : dirname(to), { recursive: true });
      await cp(source, to, { recursive: true, filter: (path) => path === source || reaches(path) });
    }
  }
}

async function runStep({ rest }: Instruction, cwd: string): Promise<void> {
  const [command = '', ...args] = rest.split(/\s+/);
  if (!['npm', 'node'].includes(command)) throw new Error(`This is not known here: RUN ${rest}`);
  await run(command, args, { cwd });
}

import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigurationError } from '../../shared/base/config/formats.ts';
import { assertStage, type OperatorStages, repeatedName } from '../../shared/profiles/engine/stages/operator-stages.ts';
import type { ProfileStage } from '../../shared/profiles/engine/stages/stage.ts';

/** Stages from files. */
export type LoadedStages = OperatorStages & {
  /** The file of each stage, by the name of the stage. */
  readonly files: ReadonlyMap<string, string>;
};

const STAGE_FILE = /^(?!.*\.d\.ts$).*\.(?:js|mjs|ts)$/;

/**
 * Loads the stages of a directory: every file `*.js`, `*.mjs` or `*.ts` directly in it, in the order of their names, exports one
 * as `stage`. The digest covers all files in it and below, including modules that stages import from there; files whose name begins
 * with a dot are ignored.
 *
 * @throws ConfigurationError naming the file and its fault
 */
export async function loadStages(directory: string): Promise<LoadedStages> {
  const names = await filesIn(directory);
  const digest = await digestOf(directory, names);
  const files = new Map<string, string>();
  const stages: ProfileStage[] = [];
  for (const name of names.filter((one) => !one.includes('/') && STAGE_FILE.test(one))) {
    const file = join(directory, name);
    const stage = await loadStage(file);
    if (repeatedName([...stages, stage]) !== null) {
      const other = files.get(stage.name) ?? 'every calculation';
      throw fault(file, `is called "${stage.name}", as a stage of ${other} is`);
    }
    stages.push(stage);
    files.set(stage.name, file);
  }
  if (stages.length === 0) {
    throw new ConfigurationError(`PROFILE_STAGES_DIRECTORY is "${directory}", which has no *.js, *.mjs or *.ts file.`);
  }
  return { stages, digest, files };
}

async function loadStage(file: string): Promise<ProfileStage> {
  let module: Readonly<Record<string, unknown>>;
  try {
    module = await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    throw new ConfigurationError(`The profile stage in ${file} cannot be loaded: ${messageOf(error)}`);
  }
  const { stage } = module;
  if (stage === undefined) throw fault(file, 'is missing: the file must export it as `stage`');
  try {
    assertStage(stage);
    return stage;
  } catch (error) {
    throw fault(file, messageOf(error));
  }
}

function fault(file: string, what: string): ConfigurationError {
  return new ConfigurationError(`The profile stage in ${file} ${what}.`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Paths in and below a directory, with slashes, sorted. Includes links to files, of which mounted configuration consists. */
async function filesIn(directory: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const files = await Promise.all(
      entries.map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const name = relative(directory, path).replaceAll(sep, '/');
        if (/(?:^|\/)\./.test(name)) return [];
        const isFile = entry.isSymbolicLink() ? (await stat(path)).isFile() : entry.isFile();
        return isFile ? [name] : [];
      }),
    );
    return files.flat().sort();
  } catch (error) {
    throw new ConfigurationError(
      `PROFILE_STAGES_DIRECTORY is "${directory}", which cannot be read: ${messageOf(error)}`,
    );
  }
}

async function digestOf(directory: string, names: readonly string[]): Promise<string> {
  const digest = createHash('sha256');
  for (const name of names) {
    const content = await readFile(join(directory, name));
    digest.update(`${JSON.stringify([name, content.length])}\n`).update(content);
  }
  return digest.digest('hex');
}

/**
 * Which long tests are due: those of `test/long-projects.ts` for which some file that they cover, committed or not, differs
 * from what it was when they last passed, as `test/long-tests-passed.json` has it.
 *
 * - `node scripts/long-tests.ts due` prints their names, one a line; `fresh` those of the others.
 * - `node scripts/long-tests.ts record` notes that all have passed with the files as they are. `npm run test:all` calls it.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { COVERED_BY_ALL, LONG_PROJECTS, type LongProject, NOT_COVERED } from '../test/long-projects.ts';

const ROOT = new URL('../', import.meta.url);
const PASSED = new URL('test/long-tests-passed.json', ROOT);

/** Digest of all files that a project covers; null where git cannot tell which these are. */
function digestOf({ include, covers }: LongProject): string | null {
  const patterns = [...include, ...covers, ...COVERED_BY_ALL].flatMap(spellOut);
  const pathspecs = [
    ...patterns.map((pattern) => `:(glob)${pattern}`),
    ...NOT_COVERED.flatMap(spellOut).map((pattern) => `:(exclude,glob)${pattern}`),
  ];
  const files = listFiles(pathspecs);
  if (files === null) return null;
  const digest = createHash('sha256');
  for (const file of files.filter((path) => existsSync(new URL(path, ROOT))).sort()) {
    digest.update(`${file}\0`).update(
      createHash('sha256')
        .update(readFileSync(new URL(file, ROOT)))
        .digest('hex'),
    );
  }
  return digest.digest('hex');
}

/** `a/{b,c}` as `a/b` and `a/c`, which git does not understand otherwise. */
function spellOut(pattern: string): string[] {
  const [, before, choices, after] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  if (choices === undefined) return [pattern];
  return choices.split(',').flatMap((choice) => spellOut(`${before}${choice}${after}`));
}

/** Committed files and new ones that are not ignored. */
function listFiles(pathspecs: readonly string[]): string[] | null {
  const command = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...pathspecs];
  try {
    const output = execFileSync('git', command, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return [...new Set(output.split('\0').filter((path) => path !== ''))];
  } catch {
    return null;
  }
}

function readPassed(): Record<string, unknown> {
  try {
    return Object(JSON.parse(readFileSync(PASSED, 'utf8')));
  } catch {
    return {}; // nothing is known to have passed
  }
}

const [mode] = process.argv.slice(2);
if (mode === 'due' || mode === 'fresh') {
  const passed = readPassed();
  for (const project of LONG_PROJECTS) {
    const digest = digestOf(project);
    const isDue = digest === null || digest !== passed[project.name];
    if (isDue === (mode === 'due')) console.log(project.name);
  }
} else if (mode === 'record') {
  const digests = Object.fromEntries(LONG_PROJECTS.map((project) => [project.name, digestOf(project)]));
  writeFileSync(PASSED, `${JSON.stringify(digests, null, 2)}\n`);
} else {
  console.error('Usage: node scripts/long-tests.ts due | fresh | record');
  process.exitCode = 1;
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COVERED_BY_ALL, type LongProject, NOT_COVERED } from '../../../test/long-projects.ts';

/** Digest of everything on which the outcome of a long project depends. @throws Error as {@link digestOf} */
export function digestOfProject(root: string, { include, covers, coversUnitTests = false }: LongProject): string {
  return digestOf(root, [...include, ...covers, ...COVERED_BY_ALL], coversUnitTests ? NOTHING : NOT_COVERED);
}

/** A path that no file has. */
const NOTHING = /^$/;

/**
 * Digest of the names and contents, as they are on the disk, of files in a checkout: committed ones and new ones, without
 * those that git ignores.
 *
 * @param root of the checkout
 * @param patterns as in git's `:(glob)` pathspecs, and `{a,b}` for either
 * @param excluded paths of files that do not count
 * @throws Error where git does not work; and for a pattern that no file matches, since it would cover nothing unnoticed
 */
export function digestOf(root: string, patterns: readonly string[], excluded: RegExp): string {
  const files = patterns.flatMap(spellOut).flatMap((pattern) => {
    const found = listFiles(root, pattern).filter((file) => !excluded.test(file));
    if (found.length === 0) throw new Error(`No file matches ${pattern}.`);
    return found;
  });
  const digest = createHash('sha256');
  for (const file of [...new Set(files)].sort()) {
    digest.update(
      `${file}\0${createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest('hex')}\n`,
    );
  }
  return digest.digest('hex');
}

/** `a/{b,c}` as `a/b` and `a/c`: git knows no braces. */
function spellOut(pattern: string): string[] {
  const [, before, choices, after] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  if (choices === undefined) return [pattern];
  return choices.split(',').flatMap((choice) => spellOut(`${before}${choice}${after}`));
}

function listFiles(root: string, pattern: string): string[] {
  const parameters = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', `:(glob)${pattern}`];
  const output = execFileSync('git', parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return output.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

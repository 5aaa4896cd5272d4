/**
 * Which long tests are due: those of `test/long-projects.ts` for which some file that they cover, committed or not, differs from
 * what it was when they last passed, as `test/long-tests-passed.json` has it.
 *
 * - `npm run long-tests -- due` prints their names, one a line.
 * - `npm run long-tests -- record` records that all have passed with the files as they are: `npm run test:all` calls it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LONG_PROJECTS } from '../../test/long-projects.ts';
import { digestOfProject } from './long-tests/digest.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PASSED = new URL('../../test/long-tests-passed.json', import.meta.url);

function readPassed(): Record<string, unknown> {
  try {
    return Object(JSON.parse(readFileSync(PASSED, 'utf8')));
  } catch {
    return {}; // nothing is known to have passed: all are due
  }
}

const digests = LONG_PROJECTS.map((project) => [project.name, digestOfProject(ROOT, project)] as const);
const [mode] = process.argv.slice(2);
if (mode === 'due') {
  const passed = readPassed();
  for (const [name, digest] of digests) if (passed[name] !== digest) console.log(name);
} else if (mode === 'record') {
  writeFileSync(PASSED, `${JSON.stringify(Object.fromEntries(digests), null, 2)}\n`);
} else {
  console.error('Usage: npm run long-tests -- due | record');
  process.exitCode = 1;
}

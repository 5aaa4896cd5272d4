/**
 * Prints which numbered checks exist as tests, by group: `A7  3 tests  shared/repository/access/…`. A check is a test, a group of tests
 * or a benchmark whose title starts with its number, such as `A7 the owner of every address is asked`, or `B5, B6 …`. The
 * invariants of the store contracts (I1 to I12) have numbers of the same form and are listed with those of group I.
 *
 * `npm run checks`; with `-- A7 D13` it prints only these, and fails when one of them is missing.
 */
import { globSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);
const SOURCES = '{bench,events,functions,infra,shared,test,tools}/**/*.{test,contract,bench}.ts';

/** The first argument of a call, when it begins with a number: the title of a test, also after `.each(…)`. */
const TITLE = /\(\s*(['"`])(?=[A-M]\d)(.*?)\1\s*,/g;

/** The numbers at the beginning of a title. */
const NUMBERS = /^(?:[A-M]\d{1,2}(?:-[A-M]?\d{1,2})?\b(?:,? (?:and )?(?=[A-M]\d{1,2}\b))?)+/;

type Found = { tests: number; readonly files: Set<string> };

/** The checks that a title names: `B5, B7-B9 …` names four. */
function checksOf(title: string): string[] {
  const numbers = NUMBERS.exec(title)?.[0] ?? '';
  return [...numbers.matchAll(/([A-M])(\d{1,2})(?:-[A-M]?(\d{1,2}))?/g)].flatMap(
    ([, group = '', first = '', last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${group}${Number(first) + i}`),
  );
}

function findChecks(): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort()) {
    for (const [, , title = ''] of readFileSync(new URL(file, ROOT), 'utf8').matchAll(TITLE)) {
      for (const check of checksOf(title)) {
        const entry = found.get(check) ?? { tests: 0, files: new Set() };
        entry.tests += 1;
        entry.files.add(file);
        found.set(check, entry);
      }
    }
  }
  return found;
}

const inOrder = (a: string, b: string): number =>
  a.charCodeAt(0) - b.charCodeAt(0) || Number(a.slice(1)) - Number(b.slice(1));

const found = findChecks();
const asked = process.argv.slice(2);
let group = '';
for (const check of asked.length > 0 ? asked : [...found.keys()].sort(inOrder)) {
  const entry = found.get(check);
  if (asked.length === 0 && check.charAt(0) !== group) {
    group = check.charAt(0);
    console.log(`\n${group}`);
  }
  console.log(
    `  ${check.padEnd(4)} ${entry === undefined ? 'none' : `${entry.tests} × ${[...entry.files].join(', ')}`}`,
  );
  if (entry === undefined) process.exitCode = 1;
}
if (asked.length === 0) console.log(`\n${found.size} checks`);

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** More files than these are read in an order that a README gives. Tests lie beside what they test, and do not count. */
const MAX_FILES = 15;

/** Folders whose files are named after what they hold, in no order of reading, or by tools. */
const WITHOUT_ORDER = /^(?:\.|docs|docs\/errors|test\/fixtures(?:\/.*)?|editor\/src\/words\/\w+)$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((file) => existsSync(join(ROOT, file)));
const pages = files.filter((file) => file.endsWith('.md'));

/** Names of files in the tables of a README, and patterns such as `schedule-*.ts`. */
function namesIn(readme: string): readonly string[] {
  const rows = readFileSync(join(ROOT, readme), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return rows.flatMap((row) => [...row.matchAll(/`([\w./*-]+\.(?:[cm]?[jt]sx?|css))`/g)].map(([, name = '']) => name));
}

test('a folder of many files has a README with the reading order', () => {
  const counted = files.filter((file) => !/\.test\.tsx?$|(?:^|\/)README\.md$/.test(file));
  const large = [...Map.groupBy(counted, dirname)].filter(([, list]) => list.length > MAX_FILES);
  const missing = large.filter(([folder]) => !WITHOUT_ORDER.test(folder) && !files.includes(`${folder}/README.md`));
  expect(missing.map(([folder, list]) => `${folder}: ${list.length} files`)).toEqual([]);
});

test('the files that a README names exist', () => {
  const exists = (folder: string, name: string): boolean =>
    existsSync(join(ROOT, name)) ||
    files.some((file) => file.startsWith(`${folder}/`) && matchesGlob(file, `**/${name}`));
  const readmes = pages.filter((page) => page.endsWith('/README.md'));
  const unknown = readmes.flatMap((readme) =>
    namesIn(readme).flatMap((name) => (exists(dirname(readme), name) ? [] : [`${readme}: ${name}`])),
  );
  expect(unknown).toEqual([]);
});

test('the links between pages lead to files', () => {
  const broken = pages.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
    const links = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
    const local = links.filter((link) => !/^[a-z]+:/.test(link));
    return local.flatMap((link) => (existsSync(join(ROOT, dirname(page), link)) ? [] : [`${page}: ${link}`]));
  });
  expect(broken).toEqual([]);
});

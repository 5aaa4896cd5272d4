import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CATALOG, type ProblemCode } from './catalog.ts';

const PAGES = new URL('../../../docs/errors/', import.meta.url);
const CODES = Object.keys(CATALOG) as ProblemCode[];

test('every code has a page, and every page a code', () => {
  expect(readdirSync(PAGES).sort()).toEqual(CODES.map((code) => `${code}.md`).sort());
});

describe.each(CODES)('the page of %s', (code) => {
  const page = readFileSync(new URL(`${code}.md`, PAGES), 'utf8');

  test('contains the code, and the status and title that callers see', () => {
    const { status, title } = CATALOG[code];
    expect(page.split('\n').slice(0, 3)).toEqual([`# ${code}`, '', `**${status}** ${title}`]);
  });

  test('says what happened and how to fix it', () => {
    expect(page).toMatch(/^## What happened\n\n\S[\s\S]*^## How to fix it\n\n\S/m);
  });
});

import { expect, test } from 'vitest';
import { VARIABLES, type Variable } from '../shared/config/variables.ts';
import { committedConfigurePage, configurePage } from './configure-page.ts';

test('docs/configure.md says what the table of variables says: otherwise run npm run docs:configure', () => {
  expect(committedConfigurePage()).toBe(configurePage());
});

test('every variable has a row of its own with name, legacy name, default and effect', () => {
  const rows = configurePage().split('\n');
  for (const [name, { legacy, ...variable }] of Object.entries<Variable>(VARIABLES)) {
    const known = legacy === undefined ? '' : `\`${legacy}\``;
    expect(rows, name).toContain(`| \`${name}\` | ${known} | ${variable.default} | ${variable.effect} |`);
  }
});

import { expect, test } from 'vitest';
import type { Setting } from '../../shared/base/config/formats.ts';
import { SETTINGS } from '../../shared/base/config/settings/settings.ts';
import { committedConfigurePage, configurePage, defaultText } from './configure-page.ts';

const settings = Object.entries<Setting>(SETTINGS);

test('docs/operate/configure.md agrees with the table of settings; otherwise run npm run docs:configure', () => {
  expect(committedConfigurePage()).toBe(configurePage());
});

test('every setting has a row of its own with name, legacy name, default and effect', () => {
  const rows = configurePage().split('\n');
  for (const [name, setting] of settings) {
    const known = setting.legacy === undefined ? '' : `\`${setting.legacy}\``;
    const own = `| \`${name}\` | ${known} | ${defaultText(setting)} | ${setting.effect} |`;
    expect(
      rows.filter((row) => row === own),
      name,
    ).toHaveLength(1);
  }
});

test('a default is a value that the setting may be given, and its row begins with it', () => {
  for (const [name, setting] of settings) {
    if (setting.default === null || setting.default === '') continue;
    expect(setting.parse(String(setting.default), name), name).toBe(setting.default);
    expect(defaultText(setting), name).toMatch(new RegExp(`^\`${setting.default}\``));
  }
});

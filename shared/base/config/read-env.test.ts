import { expect, test } from 'vitest';
import { ConfigurationError, type Setting } from './formats.ts';
import { readEnv } from './read-env.ts';
import { SETTINGS, type SettingName } from './settings/settings.ts';

const settings = Object.entries(SETTINGS) as [SettingName, Setting][];
const inherited = settings.flatMap(([name, { legacy }]) => (legacy === undefined ? [] : [[legacy, name] as const]));

test.each(settings.map(([name]) => name))('%s is read', (name) => {
  expect(readEnv({ [name]: 'some text' })).toEqual({ [name]: 'some text' });
});

test.each(inherited)('%s of the existing server is read as %s', (legacy, name) => {
  expect(readEnv({ [legacy]: 'some text' })).toEqual({ [name]: 'some text' });
});

test.each(inherited)('%s and %s may both be set when they agree', (legacy, name) => {
  expect(readEnv({ [legacy]: 'same', [name]: 'same' })).toEqual({ [name]: 'same' });
});

test.each(inherited)('%s and %s that differ end the start, and the message names both', (legacy, name) => {
  const read = () => readEnv({ [legacy]: 'one', [name]: 'other' });
  expect(read).toThrow(ConfigurationError);
  expect(read).toThrow(new RegExp(`\\b${name} and ${legacy}\\b`));
});

test('no two settings share a name, own or inherited', () => {
  const names = [...settings.map(([name]) => name), ...inherited.map(([legacy]) => legacy)];
  expect(new Set(names).size).toBe(names.length);
});

test('an empty value is treated as absent, so that the other name of the setting is used', () => {
  expect(readEnv({ PORT: '', SVC_BASE: '', CASS_BASE: '/x' })).toEqual({ SVC_BASE: '/x' });
});

test('other variables of the environment are ignored', () => {
  expect(readEnv({ PATH: '/bin', HOME: '/root', __proto__: 'x' })).toEqual({});
});

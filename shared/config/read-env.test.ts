import { expect, test } from 'vitest';
import { ConfigurationError, readEnv } from './read-env.ts';
import { VARIABLES, type Variable, type VariableName } from './variables.ts';

const variables = Object.entries(VARIABLES) as [VariableName, Variable][];
const inherited = variables.flatMap(([name, { legacy }]) => (legacy === undefined ? [] : [[legacy, name] as const]));

test.each(variables.map(([name]) => name))('%s is read', (name) => {
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

test('no two variables share a name, own or inherited', () => {
  const names = [...variables.map(([name]) => name), ...inherited.map(([legacy]) => legacy)];
  expect(new Set(names).size).toBe(names.length);
});

test('an empty value counts as not set, so that the other name of the setting is heard', () => {
  expect(readEnv({ PORT: '', SVC_BASE: '', CASS_BASE: '/x' })).toEqual({ SVC_BASE: '/x' });
});

test('nothing else of the environment is taken over', () => {
  expect(readEnv({ PATH: '/bin', HOME: '/root', __proto__: 'x' })).toEqual({});
});

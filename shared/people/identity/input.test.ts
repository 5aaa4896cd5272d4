import { expect, test } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { type Json, parseJson } from '../../repository/linked-data/json.ts';
import { parseCommit, parseCreate, parseLogin } from './input.ts';

const WHOLE = { username: 'ada', password: 'pw', token: 'token', credentials: { pad: null } };

function problemOf(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('accepted');
}

const without = (name: string): Json => Object.fromEntries(Object.entries(WHOLE).filter(([key]) => key !== name));

test.each([
  ['create', parseCreate, ['username', 'password', 'credentials']],
  ['commit', parseCommit, ['username', 'password', 'token', 'credentials']],
  ['login', parseLogin, ['username', 'password']],
] as const)('J10 %s answers 422 and names the missing member', (_name, parse, needed) => {
  for (const name of needed) {
    for (const input of [without(name), { ...WHOLE, [name]: null }]) {
      const problem = problemOf(() => parse(input));
      expect([problem.status, problem.code]).toEqual([422, 'invalid-identity']);
      expect([problem.message, problem.extras.where]).toEqual([`Missing ${name}.`, name]);
    }
  }
  expect(problemOf(() => parse(undefined)).message).toBe('Missing username.');
  expect(problemOf(() => parse({})).message).toBe('Missing username.');
  expect(parse({ ...WHOLE, more: 1 })).toEqual(Object.fromEntries(needed.map((name) => [name, WHOLE[name]])));
});

test('J10 an empty user name, password or token is treated as missing', () => {
  for (const name of ['username', 'password', 'token']) {
    expect(problemOf(() => parseCommit({ ...WHOLE, [name]: '' })).message).toBe(`Missing ${name}.`);
  }
});

test.each([1, true, [], {}, ['ada'], 'x'.repeat(1025), '\ud800', parseJson('12345678901234567890', 'x')])(
  'J10 %j is neither user name nor password nor token: 422 names the member and does not repeat the value',
  (value) => {
    for (const name of ['username', 'password', 'token']) {
      const problem = problemOf(() => parseCommit({ ...WHOLE, [name]: value }));
      expect([problem.status, problem.extras.where]).toEqual([422, name]);
      expect(problem.message).toMatch(new RegExp(`^${name} must be .{1,60}\\.$`));
    }
  },
);

test.each([1, 'text', [], [{}], true, parseJson('12345678901234567890', 'x')])(
  'J10 %j is no credentials: 422',
  (value) => {
    const problem = problemOf(() => parseCreate({ ...WHOLE, credentials: value }));
    expect([problem.status, problem.message]).toEqual([422, 'credentials must be a JSON object.']);
  },
);

test.each([[[]], ['text'], [1], [[WHOLE]]])('J10 %j is not an identity request: 422', (value) => {
  expect(problemOf(() => parseLogin(value)).status).toBe(422);
});

test('inherited properties are not members: __proto__ provides neither user name nor password', () => {
  const input = parseJson('{"__proto__":{"username":"ada","password":"pw"}}', 'The request');
  expect(problemOf(() => parseLogin(input)).message).toBe('Missing username.');
});

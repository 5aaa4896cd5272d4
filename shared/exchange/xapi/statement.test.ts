import { describe, expect, it } from 'vitest';
import type { Json } from '../../repository/linked-data/json.ts';
import { assertionId } from './assertion.ts';
import { outcomeOf } from './outcome.ts';
import { identifiersOf } from './person-identifiers.ts';
import { parseStatement, type Statement } from './statement.ts';

const ACTOR = { mbox: 'mailto:ada@example.org' };
const STATEMENT = { actor: ACTOR, verb: { id: 'http://v.example/x' }, object: { id: 'https://a.example/1' } };

describe('a statement', () => {
  it.each<[string, object]>([
    ['of the least', {}],
    ['with an account', { actor: { account: { homePage: 'https://lms.example/', name: '7' } } }],
    ['of a group', { actor: { objectType: 'Group', member: [ACTOR] } }],
    ['of an identified group', { actor: { objectType: 'Group', openid: 'https://id.example/g' } }],
    ['with extensions that are null', { context: { extensions: { 'https://e.example/': null } } }],
    ['with members of IEEE 9274.1.1', { context: { contextAgents: [{ objectType: 'contextAgent', agent: ACTOR }] } }],
    ['with a time in the basic format', { timestamp: '20150101T000000Z' }],
    ['with a time with blank, offset and seven digits', { timestamp: '2015-01-01 00:00:00.0000000+0100' }],
    [
      'with a context group among the context agents',
      { context: { contextAgents: [{ objectType: 'contextGroup', group: { objectType: 'Group', member: [ACTOR] } }] } },
    ],
    ['about a statement', { object: { objectType: 'StatementRef', id: '5f1e2d3c-0000-4000-8000-00000000abcd' } }],
  ])('%s is taken', (_what, members) => {
    expect(parseStatement({ ...STATEMENT, ...members } as Json, '')).toHaveProperty('statement');
  });

  it.each<[string, Json, string]>([
    ['that is null', null, '/3'],
    ['that is a text', 'x', '/3'],
    ['without an actor', { ...STATEMENT, actor: {} }, '/3/actor'],
    ['with two identifiers', { ...STATEMENT, actor: { ...ACTOR, openid: 'https://id.example/a' } }, '/3/actor'],
    ['with a group without members', { ...STATEMENT, actor: { objectType: 'Group' } }, '/3/actor'],
    ['with an address that is none', { ...STATEMENT, actor: { mbox: 'ada' } }, '/3/actor/mbox'],
    ['with an id that is no UUID', { ...STATEMENT, id: 'x' }, '/3/id'],
    ['with success as text', { ...STATEMENT, result: { success: 'true' } }, '/3/result/success'],
    ['with a score above 1', { ...STATEMENT, result: { score: { scaled: 1.1 } } }, '/3/result/score/scaled'],
    [
      'with a raw score out of bounds',
      { ...STATEMENT, result: { score: { raw: 5, min: 0, max: 4 } } },
      '/3/result/score',
    ],
    ['with a member that is null', { ...STATEMENT, result: { response: null } }, '/3/result/response'],
    ['with a time that is none', { ...STATEMENT, timestamp: 'yesterday' }, '/3/timestamp'],
    ['with a day that does not exist', { ...STATEMENT, timestamp: '2015-02-30T10:00:00Z' }, '/3/timestamp'],
    ['with an object without id', { ...STATEMENT, object: {} }, '/3/object/id'],
    [
      'with a registration that is no UUID',
      { ...STATEMENT, context: { registration: 'x' } },
      '/3/context/registration',
    ],
  ])('C10 %s is refused, with the place', (_what, value, where) => {
    expect(parseStatement(value, '/3')).toMatchObject({ problem: { code: 'malformed-request', extras: { where } } });
  });
});

describe('the outcome of a result', () => {
  it.each<[Statement['result'], ReturnType<typeof outcomeOf>]>([
    [undefined, null],
    [{}, null],
    [{ success: true }, { positive: true, confidence: 1 }],
    [{ success: false }, { positive: false, confidence: 1 }],
    [
      { success: true, score: { scaled: 0.2 } },
      { positive: true, confidence: 1 },
    ],
    [{ score: { scaled: 0.85 } }, { positive: true, confidence: 0.85 }],
    [{ score: { scaled: 0.7 } }, { positive: false, confidence: 0.7 }],
    [{ score: { scaled: -1 } }, { positive: false, confidence: 0 }],
    [{ score: { raw: 8, min: 0, max: 10 } }, { positive: true, confidence: 0.8 }],
    [{ score: { raw: 8 } }, null],
    [
      { score: { raw: 8 }, response: 'Pass' },
      { positive: true, confidence: 1 },
    ],
    [{ response: 'pass' }, { positive: true, confidence: 1 }],
    [{ response: 'Above Expectation' }, { positive: true, confidence: 1 }],
    [{ response: 'FAIL' }, { positive: false, confidence: 1 }],
    [{ response: 'Below Expectation' }, { positive: false, confidence: 1 }],
    [{ response: 'passed on' }, null],
  ])('%j is %j', (result, outcome) => {
    expect(outcomeOf(result)).toEqual(outcome);
  });
});

describe('the people of a statement', () => {
  it('are told apart by their address, whatever its case, and by home page and name of an account', () => {
    const [ada, again] = [ACTOR, { mbox: 'MAILTO:ADA@example.org' }].map((actor) => identifiersOf(actor)[0]?.value);
    expect([ada, again]).toEqual(['ada@example.org', 'ada@example.org']);
    const account = (homePage: string) => identifiersOf({ account: { homePage, name: '7' } })[0]?.value;
    expect(account('https://one.example/')).not.toBe(account('https://two.example/'));
  });

  it('are the members of a group, each once, or the group itself without members', () => {
    expect(
      identifiersOf({ objectType: 'Group', member: [ACTOR, ACTOR, { openid: 'https://id.example/b' }] }),
    ).toHaveLength(2);
    expect(identifiersOf({ objectType: 'Group', openid: 'https://id.example/g' })).toHaveLength(1);
  });
});

it('the assertion of a statement has the id that existing clients look for', () => {
  const target = { competency: 'https://svc.example/api/data/schema.svc.org.0.4.Competency/c-1', framework: null };
  expect(assertionId('https://svc.example/api/', '5f1e2d3c-0000-4000-8000-00000000abcd', target)).toBe(
    'https://svc.example/api/data/schema.cassproject.org.0.4.Assertion/8c9717b1a2dff07b05b8213afcd70307',
  );
});

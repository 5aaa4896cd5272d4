import { describe, expect, it } from 'vitest';
import { parseQuery } from './parser.ts';
import { problemOf } from './testing/problem-of.ts';
import { showQuery } from './testing/show-query.ts';

function parsed(text: string): string {
  return showQuery(parseQuery(text, { regex: false }));
}

function check(table: readonly (readonly [query: string, tree: string])[]): void {
  it.each(table)('%j is parsed as %s', (query, tree) => {
    expect(parsed(query)).toBe(tree);
  });
}

describe('a query for everything', () => {
  check([
    ['', 'all'],
    [' \t\r\n\u3000', 'all'],
    ['*', 'all'],
    ['**', 'all'],
    ['*:*', 'all'],
    ['(*)', 'all'],
    ['\\*:*', 'all'],
  ]);
});

describe('of several clauses one is enough, unless operators say otherwise', () => {
  check([
    ['a', '"a"'],
    ['a b', '("a" "b")'],
    ['a OR b', '("a" "b")'],
    ['a || b', '("a" "b")'],
    ['a AND b', '(+"a" +"b")'],
    ['a && b', '(+"a" +"b")'],
    ['a AND b AND c', '(+"a" +"b" +"c")'],
    ['+a b', '(+"a" "b")'],
    ['+a -b c', '(+"a" "c" -"b")'],
    ['a NOT b', '("a" -"b")'],
    ['a AND NOT b', '(+"a" -"b")'],
    ['a AND -b', '(+"a" -"b")'],
    ['a !b', '("a" -"b")'],
    ['NOT a AND b', '(+"b" -"a")'],
    ['a -b', '("a" -"b")'],
  ]);
});

describe('AND, OR and NOT have no precedence: AND makes its two neighbours necessary', () => {
  check([
    ['a OR b AND c', '(+"b" +"c" "a")'],
    ['a AND b OR c', '(+"a" +"b" "c")'],
    ['a b AND c', '(+"b" +"c" "a")'],
    ['a AND b c', '(+"a" +"b" "c")'],
    ['a OR NOT b AND c', '(+"c" "a" -"b")'],
    ['(a OR b) AND c', '(+("a" "b") +"c")'],
    ['a OR (b AND c)', '("a" (+"b" +"c"))'],
  ]);
});

describe('a query of exclusions only finds all other objects', () => {
  check([
    ['NOT a', '(-"a")'],
    ['-a', '(-"a")'],
    ['!a', '(-"a")'],
    ['-a -b', '(-"a" -"b")'],
    ['x AND (NOT a)', '(+"x" +(-"a"))'],
  ]);
});

describe('operators are whole words in capitals', () => {
  check([
    ['and or not', '("and" "or" "not")'],
    ['ANDROID ORB NOTE', '("ANDROID" "ORB" "NOTE")'],
    ['a\\ND', '"aND"'],
    ['a&&b', '"a&&b"'],
    ['TO', '"TO"'],
    ['a-b+c', '"a-b+c"'],
  ]);
});

describe('clauses without words are left out', () => {
  check([
    ['a - b', '("a" "b")'],
    ['hello !', '"hello"'],
    ['hello!', '"hello"'],
    ['(hello!) AND (a -)', '(+"hello" +"a")'],
    ['a AND - AND b', '(+"a" +"b")'],
    ['a AND "" b', '(+"a" "b")'],
    ['a AND () AND name:"?!"', '"a"'],
    ['( ) AND (a b)', '("a" "b")'],
    ['-', '(-all)'],
    ['""', '(-all)'],
    ['@id:""', '(-all)'],
    ['NOT &', '(-all)'],
    ['code.keyword:"-"', 'code.keyword=phrase "-"'],
    ['code.keyword:\\+', 'code.keyword="+"'],
  ]);
});

describe('AND and OR at the beginning of a group have no effect', () => {
  check([
    ['AND a', '"a"'],
    ['( AND (a OR b)) AND c', '(+("a" "b") +"c")'],
    ['OR a b', '("a" "b")'],
  ]);
});

describe('a query with groups', () => {
  check([
    ['((a))', '"a"'],
    ['(a b)(c d)', '(("a" "b") ("c" "d"))'],
    ['-(a b)', '(-("a" "b"))'],
    ['(a b)^2', '("a" "b")^2'],
    ['(a^2)^3', '"a"^6'],
    ['name:(a OR "b c")', '(name="a" name=phrase "b c")'],
    ['name:(a other:b c)', '(name="a" other="b" name="c")'],
    ['name:(a (b c))', '(name="a" (name="b" name="c"))'],
    ['name:(+a -b)', '(+name="a" -name="b")'],
    ['-name:(a)', '(-name="a")'],
    ['*:(a b)', '("a" "b")'],
  ]);
});

describe('invalid syntax is 400 with its position', () => {
  it.each([
    ['foo:(', 4],
    ['(a', 0],
    ['((a)', 0],
    ['a)', 1],
    [')', 0],
    ['a "b c', 2],
    ['a AND', 5],
    ['a OR', 4],
    ['a AND AND b', 6],
    ['a OR AND b', 5],
    ['a NOT', 5],
    ['NOT NOT a', 4],
    ['--a', 1],
    ['+-a', 1],
    ['name:', 5],
    ['name::a', 5],
    [':a', 0],
    ['"a":b', 3],
    ['ceasn:codedNotation:x', 19],
    ['name:-5', 5],
    ['name: AND a', 6],
    ['a ]', 2],
    ['}', 0],
    ['a \\', 2],
    ['"a\\', 2],
    ['^2', 0],
    ['~', 0],
    ['a^', 1],
    ['a^x', 1],
    ['a^-1', 1],
    ['a^1001', 1],
    ['a~1.5', 1],
    ['a~1~2', 3],
    ['(a b)~2', 5],
    ['[a b]', 0],
    ['x:[a TO b', 2],
    ['x:[a TO ]', 2],
    ['x:[TO b]', 2],
    ['x:["a TO b]', 2],
    ['x:[aTO b]', 2],
    ['age:>', 4],
    ['age:>= 5', 4],
    ['/a.*b/', 0],
    ['name:/a/', 5],
    ['//example.org/x', 0],
    ['urn:uuid:x', 8],
    ['a /b', 2],
    ['_exists_:[a TO b]', 9],
    ['_missing_:/a/', 10],
  ])('%j is refused at position %i', (query, position) => {
    const problem = problemOf(() => parsed(query));
    expect([problem.code, problem.status]).toEqual(['invalid-query', 400]);
    expect(problem.extras).toEqual({ where: 'q', position });
  });

  it('the refusal says how to escape a colon or a slash', () => {
    expect(problemOf(() => parsed('ceasn:codedNotation:x')).message).toContain('\\:');
    expect(problemOf(() => parsed('//example.org')).message).toContain('\\/');
  });
});

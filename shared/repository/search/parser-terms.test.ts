import { describe, expect, it } from 'vitest';
import { parseQuery } from './parser.ts';
import { problemOf } from './testing/problem-of.ts';
import { showQuery } from './testing/show-query.ts';

function check(table: readonly (readonly [query: string, tree: string])[], regex = false): void {
  it.each(table)('%j is parsed as %s', (query, tree) => {
    expect(showQuery(parseQuery(query, { regex }))).toBe(tree);
  });
}

describe('a query with escapes', () => {
  check([
    ['a\\ b', '"a b"'],
    ['a\\:b', '"a:b"'],
    ['\\(a\\)', '"(a)"'],
    ['\\-a', '"-a"'],
    ['\\AND', '"AND"'],
    ['fo\\*o', '"fo*o"'],
    ['wh\\?', '"wh?"'],
    ['a\\\\b', '"a\\\\b"'],
    ['http\\:\\/\\/h\\/x', '"http://h/x"'],
    ['\\u0041bc', '"Abc"'],
    ['\\under', '"under"'],
    ['\\😀x', '"😀x"'],
    ['"say \\"hi\\""', 'phrase "say \\"hi\\""'],
    ['"a\\\\"', 'phrase "a\\\\"'],
    ['and/or', '"and/or"'],
    ['AT&T R&D', '("AT&T" "R&D")'],
  ]);
});

describe('a query with phrases', () => {
  check([
    ['"a b"', 'phrase "a b"'],
    ['"a AND (b"', 'phrase "a AND (b"'],
    ['"a*"', 'phrase "a*"'],
    ['"a b"~3', 'phrase "a b"~3'],
    ['"a b"~', 'phrase "a b"'],
    ['"a b"~2.9', 'phrase "a b"~2'],
    ['"a b"^2.5', 'phrase "a b"^2.5'],
    ['"a b"~3^2', 'phrase "a b"~3^2'],
    ['"a b"^2~3', 'phrase "a b"~3^2'],
    ['"a""b"', '(phrase "a" phrase "b")'],
    ['"a\nb"', 'phrase "a\\nb"'],
  ]);
});

describe('an address is a phrase, with or without quotation marks', () => {
  check([
    ['http://h:8080/api/x', 'phrase "http://h:8080/api/x"'],
    ['@id:https://h/x?a=b#c', '@id=phrase "https://h/x?a=b#c"'],
    ['(http://h/x) AND a', '(+phrase "http://h/x" +"a")'],
    ['http://h/x^2', 'phrase "http://h/x"^2'],
    ['@id:http://h/*', '@id=wild http://h/*'],
    ['@id.keyword:http://h/x', '@id.keyword=phrase "http://h/x"'],
    ['http\\://h/x', '"http://h/x"'],
  ]);
});

describe('a query with fields', () => {
  check([
    ['name:a', 'name="a"'],
    ['name: a', 'name="a"'],
    ['name : "a b"', 'name=phrase "a b"'],
    ['name:a b', '(name="a" "b")'],
    ['@type:Competency', '@type="Competency"'],
    ['a.b.c:x', 'a.b.c="x"'],
    ['name.keyword:"A B"', 'name.keyword=phrase "A B"'],
    ['ceasn\\:codedNotation:x', 'ceasn:codedNotation="x"'],
    ['a\\-b:x', 'a-b="x"'],
    ['a-b:x', 'a-b="x"'],
    ['a\\ b:x', 'a b="x"'],
    ['__proto__:x', '__proto__="x"'],
    ['*owner:x', '*owner="x"'],
    ['\\*owner:x', '*owner="x"'],
    ['educationalAlignment.\\*:x', 'educationalAlignment.*="x"'],
    ['educationalAlignment.*:x', 'educationalAlignment.*="x"'],
    ['*.name*:x', '*.name*="x"'],
    ['*:x', '"x"'],
    ['+name:a -@type:b', '(+name="a" -@type="b")'],
  ]);
});

describe('a query with wildcards', () => {
  check([
    ['a*', 'wild a*'],
    ['*a', 'wild *a'],
    ['a?c', 'wild a?c'],
    ['?', 'wild ?'],
    ['a**b', 'wild a*b'],
    ['a\\**', 'wild a[*]*'],
    ['name:a*b?', 'name=wild a*b?'],
    ['name:a*^2', 'name=wild a*^2'],
    ['Comp*~1', 'wild Comp*'],
    ['name:>1*', 'name=wild >1*'],
  ]);
});

describe('a query with fuzzy terms', () => {
  check([
    ['roam~', '"roam"~auto'],
    ['roam~0', '"roam"~0'],
    ['roam~1', '"roam"~1'],
    ['roam~2', '"roam"~2'],
    ['roam~5', '"roam"~2'],
    ['name:roam~1^3', 'name="roam"~1^3'],
    ['roam^3~1', '"roam"~1^3'],
    ['roam~0.8', '"roam"~0'],
    ['roaming~0.8', '"roaming"~1'],
    ['roaming~0.5', '"roaming"~2'],
    ['roam~1.0', '"roam"~1'],
  ]);
});

describe('a query with ranges', () => {
  check([
    ['x:[1 TO 5]', 'x=>= 1 .. <= 5'],
    ['x:{1 TO 5}', 'x=> 1 .. < 5'],
    ['x:[1 TO 5}', 'x=>= 1 .. < 5'],
    ['x:{1 TO 5]', 'x=> 1 .. <= 5'],
    ['x:[* TO 5]', 'x= .. <= 5'],
    ['x:[1 TO *]', 'x=>= 1 .. '],
    ['x:[1 TO *}', 'x=>= 1 .. '],
    ['x:["*" TO 5]', 'x=>= * .. <= 5'],
    ['x:["a b" TO "c ] d"]', 'x=>= a b .. <= c ] d'],
    ['x:[ 2020-01-01  TO\n2020-12-31 ]', 'x=>= 2020-01-01 .. <= 2020-12-31'],
    ['x:[-5 TO -1]', 'x=>= -5 .. <= -1'],
    ['x:[a\\ b TO c\\]]', 'x=>= a b .. <= c]'],
    ['x:[10:30 TO 11:00]', 'x=>= 10:30 .. <= 11:00'],
    ['x:[1 TO 5]^2', 'x=>= 1 .. <= 5^2'],
    ['[1 TO 5]', '*=>= 1 .. <= 5'],
    ['x:[TO TO TO]', 'x=>= TO .. <= TO'],
    ['x:>5', 'x=> 5 .. '],
    ['x:>=5', 'x=>= 5 .. '],
    ['x:<5', 'x= .. < 5'],
    ['x:<=5', 'x= .. <= 5'],
    ['x:>-5', 'x=> -5 .. '],
    ['x:(>=10 AND <20)', '(+x=>= 10 ..  +x= .. < 20)'],
    ['x:>"2020-01-01 10:00"', 'x=> 2020-01-01 10:00 .. '],
    ['x:\\>5', 'x=">5"'],
    ['>5', '">5"'],
    ['@version:>1700000000000', '@version=> 1700000000000 .. '],
  ]);
});

describe('a query for the existence of fields', () => {
  check([
    ['_exists_:name', 'exists name'],
    ['_exists_:@owner', 'exists @owner'],
    ['_exists_:"name"', 'exists name'],
    ['_exists_:\\*owner', 'exists *owner'],
    ['_exists_:educationalAlignment.*', 'exists educationalAlignment.*'],
    ['_exists_:(a OR b)', '(exists a exists b)'],
    ['_exists_:*', 'all'],
    ['NOT _exists_:name', '(-exists name)'],
    ['_missing_:name', '(-exists name)'],
    ['NOT _missing_:name', '(-(-exists name))'],
    ['name:*', 'exists name'],
    ['\\*owner:*', 'exists *owner'],
    ['name:[* TO *]', 'exists name'],
    ['[* TO *]', 'all'],
    ['_exists_:name^2', 'exists name'],
  ]);
});

describe('a query with boosts', () => {
  check([
    ['a^2', '"a"^2'],
    ['a^0.5', '"a"^0.5'],
    ['a^0', '"a"^0'],
    ['a^2 b', '("a"^2 "b")'],
    ['*^2', 'all'],
  ]);
});

describe('a query with regular expressions, where they are offered', () => {
  check(
    [
      ['/ab+c/', '/ab+c/'],
      ['name:/a\\/b\\d/', 'name=/a/b\\d/'],
      ['/a/^2', '/a/^2'],
    ],
    true,
  );

  it.each([
    ['//', 'invalid-query'],
    [`/${'a'.repeat(513)}/`, 'query-too-broad'],
    ['/a', 'invalid-query'],
  ])('%s is refused', (query, code) => {
    expect(problemOf(() => parseQuery(query, { regex: true })).code).toBe(code);
  });
});

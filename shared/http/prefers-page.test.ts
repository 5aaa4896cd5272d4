import { expect, test } from 'vitest';
import { prefersPage } from './prefers-page.ts';

const TURTLE = { type: 'text/turtle', form: null };
const JSON_FORM = { type: 'application/json', form: null };

test.each([
  ['text/html', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true], // browsers
  ['text/html, application/json', true],
  ['application/xhtml+xml', true],
  ['application/json, text/html', false],
  ['application/json;q=0.5, text/html;q=0.4', false],
  ['text/turtle, text/html;q=0.9', false],
  ['text/html;q=0', false],
  ['*/*', false],
  ['text/*', false],
  ['', false],
  ['image/png', false],
  ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', false], // programs in Java
])('a request with Accept: %s prefers a page: %s', (accept, prefers) => {
  const request = { method: 'GET', headers: new Headers({ accept }) };
  expect(prefersPage(request, [JSON_FORM, TURTLE])).toBe(prefers);
  expect(prefersPage({ ...request, method: 'POST' }, [JSON_FORM, TURTLE])).toBe(false);
});

test('a request without Accept does not prefer a page', () => {
  expect(prefersPage({ method: 'GET', headers: new Headers() })).toBe(false);
});

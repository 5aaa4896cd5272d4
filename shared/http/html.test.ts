import { describe, expect, test } from 'vitest';
import { dataBlock, html, webAddress } from './html.ts';

const HOSTILE = `"'><script>alert(1)</script>&amp;`;

describe('markup', () => {
  test('has texts escaped, in contents, attributes and lists, and markup once', () => {
    const inner = html`<b title="${HOSTILE}">${[HOSTILE, 7, null]}</b>`;
    const text = String(html`<p>${inner}</p>`);
    expect(text).not.toContain('<script>');
    expect(text).not.toContain(`"'>`);
    expect(text.match(/&lt;script&gt;/g)).toHaveLength(2);
    expect(text).toMatch(/^<p><b title="/);
  });

  test('has JSON that no value can end', () => {
    const document = { name: `</script><!-- ${HOSTILE}\u2028`, list: [1, null] };
    const text = String(dataBlock(document));
    const [, json = ''] = /^<script type="application\/ld\+json">([^<>&]*)<\/script>$/.exec(text) ?? [];
    expect(JSON.parse(json)).toEqual(document);
  });

  test.each([
    ['https://example.org/a?b=c', true],
    ['HTTP://example.org', true],
    ['javascript:alert(1)', false],
    [' https://example.org', false],
    ['data:text/html,x', false],
    ['//example.org', false],
    ['https://', false],
  ])('links to %s: %s', (text, isLinked) => {
    expect(webAddress(text) !== null).toBe(isLinked);
  });
});

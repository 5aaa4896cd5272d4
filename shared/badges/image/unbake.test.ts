import { describe, expect, test } from 'vitest';
import { utf8 } from '../../crypto/text-encoding.ts';
import { bakeSvg } from './bake.ts';
import { unbake } from './unbake.ts';

const svg = (element: string) => utf8(`<svg xmlns="http://www.w3.org/2000/svg">${element}</svg>`);

describe('the badge in an SVG document', () => {
  test.each([
    ['as text', '{"name":"<A&B> ☺"}'],
    ['with the end of a CDATA section', '{"name":"]]>"}'],
  ])('is what was baked %s', async (_how, text) => {
    const image = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
    expect(await unbake(utf8(bakeSvg(image, { version: 2, text }, 'https://a.example/?b=1&c=2')))).toBe(text);
  });

  test.each([
    [
      'content',
      '<openbadges:credential>{&quot;a&quot;:&#34;&#x3c;&amp;lt;&#34;}</openbadges:credential>',
      '{"a":"<&lt;"}',
    ],
    ['an address', '<openbadges:assertion verify="https://a.example/?b=1&amp;c=2"/>', 'https://a.example/?b=1&c=2'],
    [
      'an address that is escaped by numbers',
      '<openbadges:assertion verify="https://a.example/?b=1&#38;c=2"/>',
      'https://a.example/?b=1&c=2',
    ],
    [
      'references that do not exist',
      '<openbadges:assertion>&constructor;&#x110000;</openbadges:assertion>',
      '&constructor;&#x110000;',
    ],
  ])('%s', async (_what, element, text) => {
    expect(await unbake(svg(element))).toBe(text);
  });

  test('is not there without its element, or where that has no end', async () => {
    expect(await unbake(svg('<title>openbadges:assertion</title>'))).toBeNull();
    expect(await unbake(utf8(`<svg>${'<openbadges:assertion '.repeat(1000)}`))).toBeNull();
  });
});

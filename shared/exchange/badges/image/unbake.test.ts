import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../../../base/crypto/text-encoding.ts';
import { bakeSvg } from './bake.ts';
import { type Chunk, chunksOf, pngOf } from './png.ts';
import { unbake } from './unbake.ts';

const svg = (element: string) => encodeUtf8(`<svg xmlns="http://www.w3.org/2000/svg">${element}</svg>`);

describe('the badge in an SVG document', () => {
  test.each([
    ['as text', '{"name":"<A&B> ☺"}'],
    ['with the end of a CDATA section', '{"name":"]]>"}'],
  ])('is what was baked %s', async (_how, text) => {
    const image = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
    expect(await unbake(encodeUtf8(bakeSvg(image, { version: 2, text }, 'https://a.example/?b=1&c=2')))).toBe(text);
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

  const BADGE = 'https://school.example/badges/2';
  const NS = 'http://openbadges.org';

  test.each([
    ['another prefix', `<svg xmlns:ob="${NS}"><ob:assertion verify="${BADGE}"></ob:assertion></svg>`],
    ['no prefix', `<svg xmlns="http://www.w3.org/2000/svg"><assertion xmlns="${NS}" verify="${BADGE}"/></svg>`],
    ['single quotes', `<svg xmlns:openbadges='${NS}'><openbadges:assertion verify='${BADGE}'/></svg>`],
    [
      'a comment before it',
      `<!-- <openbadges:assertion verify="https://other.example/"/> --><svg xmlns:o="${NS}"><o:assertion verify="${BADGE}"/></svg>`,
    ],
    [
      'a comment in it',
      `<svg xmlns:o="${NS}"><o:assertion verify="https://other.example/"><!-- {} -->${BADGE}</o:assertion></svg>`,
    ],
    [
      'a text that looks like it',
      `<svg xmlns:o="${NS}"><desc><![CDATA[<o:assertion verify="https://other.example/"/>]]></desc><o:assertion verify="${BADGE}"/></svg>`,
    ],
    [
      'the usual prefix for another namespace',
      `<svg xmlns:o="${NS}"><openbadges:assertion xmlns:openbadges="urn:x" verify="https://other.example/"/><o:assertion verify="${BADGE}"/></svg>`,
    ],
    ['an attribute with ">"', `<svg xmlns:o="${NS}"><o:assertion data-a="a>b" verify="${BADGE}"/></svg>`],
    [
      'a document type, and references to what it defines',
      `<!DOCTYPE svg [<!ENTITY ns "urn:x">]><svg xmlns:x="&ns;" xmlns:o="${NS}"><o:assertion verify="${BADGE}"/></svg>`,
    ],
    ['parts that are not well-formed after it', `<svg xmlns:o="${NS}"><o:assertion verify="${BADGE}"/><g></svg>`],
    [
      'parts in CDATA and not',
      `<svg xmlns:o="${NS}"><o:credential>https://<![CDATA[school.example/]]>badges/2</o:credential></svg>`,
    ],
    ['a learner record', `<svg xmlns:o="https://purl.imsglobal.org/clr/v2p0"><o:credential verify="${BADGE}"/></svg>`],
  ])('is found by its namespace, with %s', async (_what, document) => {
    expect(await unbake(encodeUtf8(document))).toBe(BADGE);
  });

  test('is found in a long document, and is not found in one that only has its name elsewhere', async () => {
    const long = `${'<g/>'.repeat(50_000)}<o:assertion verify="${BADGE}"/>`;
    expect(await unbake(encodeUtf8(`<svg xmlns:o="${NS}">${long}</svg>`))).toBe(BADGE);
    expect(await unbake(encodeUtf8(`<svg xmlns:o="urn:x"><o:assertion verify="${BADGE}"/></svg>`))).toBeNull();
    expect(
      await unbake(encodeUtf8(`<svg xmlns:o="${NS}"><o:assertion>${'x'.repeat(2 << 20)}</o:assertion></svg>`)),
    ).toBeNull();
  });

  test('is not found without its element, or if the element does not end', async () => {
    expect(await unbake(svg('<title>openbadges:assertion</title>'))).toBeNull();
    expect(await unbake(encodeUtf8(`<svg>${'<openbadges:assertion '.repeat(1000)}`))).toBeNull();
  });
});

describe('the badge in a PNG image', () => {
  const chunks = chunksOf(new Uint8Array(PNG.sync.write(new PNG({ width: 2, height: 2 })))) ?? [];
  const [header, ...others] = chunks;
  const international = (keyword: string, text: Uint8Array, isCompressed = false): Chunk => ({
    type: 'iTXt',
    data: new Uint8Array(
      Buffer.concat([Buffer.from(`${keyword}\0${isCompressed ? '\x01' : '\0'}\0en\0badge\0`), text]),
    ),
  });
  const plain = (keyword: string, text: string): Chunk => ({
    type: 'tEXt',
    data: new Uint8Array(Buffer.from(`${keyword}\0${text}`, 'latin1')),
  });
  const TEXT = '{"name":"Schweißen"}';
  const ADDRESS = 'https://school.example/badges/2';
  const withFirst = (...some: Chunk[]) => pngOf([header, ...some, ...others].filter((one) => one !== undefined));

  test.each([
    ['as text', withFirst(international('openbadges', Buffer.from(TEXT))), TEXT],
    ['of 3.0, as text', withFirst(international('openbadgecredential', Buffer.from(TEXT))), TEXT],
    ['as compressed text', withFirst(international('openbadges', deflateSync(TEXT), true)), TEXT],
    [
      'after the picture',
      pngOf([...chunks.slice(0, -1), international('openbadges', Buffer.from(TEXT)), ...chunks.slice(-1)]),
      TEXT,
    ],
    [
      'beside other texts',
      withFirst(
        international('XML:com.adobe.xmp', Buffer.from('<x/>')),
        plain('Title', 'x'),
        plain('openbadges', ADDRESS),
      ),
      ADDRESS,
    ],
    ['as an address', withFirst(plain('openbadges', ADDRESS)), ADDRESS],
  ])('%s', async (_how, image, text) => {
    expect(await unbake(new Uint8Array(image))).toBe(text);
  });

  test('is not found without its text', async () => {
    expect(await unbake(withFirst(plain('openbadge', ADDRESS)))).toBeNull();
  });
});

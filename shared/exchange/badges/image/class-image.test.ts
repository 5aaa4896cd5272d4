import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { classImageOf } from './class-image.ts';

const png = PNG.sync.write(new PNG({ width: 2, height: 2 }));
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><title>x</title></svg>';
const pngUrl = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
const kindOf = (image: unknown) => classImageOf({ image: image as string }, 'Welding').kind;

describe('the image of a competency', () => {
  test.each([
    ['a PNG', pngUrl(png), 'png'],
    ['an SVG document in Base64', `data:image/svg+xml;base64,${btoa(svg)}`, 'svg'],
    ['an SVG document, percent-encoded', `data:image/svg+xml,${encodeURIComponent(svg)}`, 'svg'],
    ['an address', 'https://example.org/welding.png', 'elsewhere'],
    ['an ImageObject', { '@type': 'ImageObject', contentUrl: 'https://example.org/welding.png' }, 'elsewhere'],
  ])('%s', (_what, image, kind) => {
    expect(kindOf(image)).toBe(kind);
  });

  test('is used unchanged', () => {
    expect(classImageOf({ image: pngUrl(png) }, 'x')).toEqual({ kind: 'png', bytes: new Uint8Array(png) });
  });
});

describe('a picture with the name is made for', () => {
  const generated = classImageOf({}, 'Welding');
  const broken = Buffer.from(png);
  broken[broken.length - 10] = 0xff;
  const long = Buffer.from(png);
  long.writeUInt32BE(0xff_ff_ff_ff, 8);
  test.each<[string, unknown]>([
    ['no image', undefined],
    ['a file that only begins as a PNG', pngUrl(png.subarray(0, 20))],
    ['a PNG with a wrong checksum', pngUrl(broken)],
    ['a chunk that is longer than the file', pngUrl(long)],
    [
      'an SVG document with entities',
      `data:image/svg+xml,${encodeURIComponent(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg}`)}`,
    ],
    ['HTML', `data:image/svg+xml,${encodeURIComponent('<html><svg></svg></html>')}`],
    ['another type', 'data:text/html,<svg></svg>'],
    ['a script', 'javascript:alert(1)'],
    ['text that is not percent-encoded correctly', 'data:image/svg+xml,%'],
    ['too much', `data:image/svg+xml,${svg}${' '.repeat(1_500_000)}`],
  ])('%s', (_what, image) => {
    expect(classImageOf({ image: image as string }, 'Welding')).toEqual(generated);
  });
});

import { encodeUtf8, fromUtf8 } from '../../../base/crypto/text-encoding.ts';
import { type Chunk, chunksOf, pngOf } from './png.ts';
import { startTagEnd, xmlText } from './svg.ts';

/** Under which name an image holds a badge (Open Badges 2.0 and 3.0, Baked Badges). */
export const BAKED_NAMES = ['openbadges', 'openbadgecredential'] as const;

/** A badge in an image: of Open Badges 2.0 its JSON, of 3.0 its JSON or JWT. */
export type Baked = { readonly version: 2 | 3; readonly text: string };

const NAMESPACE = { 2: 'http://openbadges.org', 3: 'https://purl.imsglobal.org/ob/v3p0' } as const;

/** A PNG image with a badge in it, in place of any that it has. */
export function bakePng(image: Uint8Array<ArrayBuffer>, { version, text }: Baked): Uint8Array<ArrayBuffer> {
  const chunks = chunksOf(image);
  if (chunks === null) throw new TypeError('The image is not a PNG.');
  const [header, ...others] = chunks.filter((chunk) => keywordOf(chunk) === null);
  const name = BAKED_NAMES[version - 2];
  // Keyword, no compression, no language, no translated keyword (PNG, 11.3.3.4).
  const baked: Chunk = { type: 'iTXt', data: encodeUtf8(`${name}\0\0\0\0\0${text}`) };
  return pngOf(header === undefined ? [baked] : [header, baked, ...others]);
}

/**
 * An SVG document with a badge in it.
 *
 * @param verify address of a hosted badge; null for a badge with a proof inside
 */
export function bakeSvg(image: string, { version, text }: Baked, verify: string | null): string {
  const at = startTagEnd(image);
  if (at === null) throw new TypeError('The image is not an SVG document.');
  const element = version === 2 ? 'assertion' : 'credential';
  const content = text.replaceAll(']]>', ']]]]><![CDATA[>');
  const address = verify === null ? '' : ` verify="${xmlText(verify)}"`;
  const baked = `<openbadges:${element} xmlns:openbadges="${NAMESPACE[version]}"${address}><![CDATA[${content}]]></openbadges:${element}>`;
  return image.slice(0, at) + baked + image.slice(at);
}

/** The keyword of a text chunk with a badge; null for other chunks. */
function keywordOf({ type, data }: Chunk): (typeof BAKED_NAMES)[number] | null {
  if (type !== 'iTXt' && type !== 'tEXt') return null;
  return BAKED_NAMES.find((name) => fromUtf8(data.subarray(0, name.length + 1)) === `${name}\0`) ?? null;
}

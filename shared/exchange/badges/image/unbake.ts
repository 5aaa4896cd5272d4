import type { Bytes } from '../../../base/crypto/base64.ts';
import { fromUtf8 } from '../../../base/crypto/text-encoding.ts';
import { decompress } from '../decompress.ts';
import { BAKED_NAMES } from './bake.ts';
import { textInSvg } from './baked-svg.ts';
import { chunksOf, isPng } from './png.ts';

/** Maximum size of a text in an image, compressed or not. */
const MAX_TEXT_BYTES = 1 << 20;

/** The text of the badge in a PNG or SVG image (Open Badges 2.0 and 3.0, Baked Badges); null where there is none. */
export async function unbake(image: Bytes): Promise<string | null> {
  if (!isPng(image)) return textInSvg(fromUtf8(image) ?? '', MAX_TEXT_BYTES);
  for (const { type, data } of chunksOf(image) ?? []) {
    const text = type === 'iTXt' ? await internationalText(data) : type === 'tEXt' ? plainText(data) : null;
    if (text !== null) return text;
  }
  return null;
}

/** The text of an iTXt chunk of a badge (PNG, 11.3.3.4). */
async function internationalText(data: Bytes): Promise<string | null> {
  const keyword = data.indexOf(0);
  if (!isOfBadge(data.subarray(0, keyword))) return null;
  const language = data.indexOf(0, keyword + 3);
  const translated = language === -1 ? -1 : data.indexOf(0, language + 1);
  if (translated === -1) return null;
  const text = data.subarray(translated + 1);
  const bytes = data[keyword + 1] === 1 ? await decompress(text, MAX_TEXT_BYTES, 'deflate') : text;
  return bytes === null ? null : fromUtf8(bytes);
}

function plainText(data: Bytes): string | null {
  const keyword = data.indexOf(0);
  return isOfBadge(data.subarray(0, keyword)) ? new TextDecoder('latin1').decode(data.subarray(keyword + 1)) : null;
}

function isOfBadge(keyword: Uint8Array): boolean {
  return BAKED_NAMES.some((name) => name === fromUtf8(keyword));
}

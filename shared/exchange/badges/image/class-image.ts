import { decodeBase64 } from '../../../base/crypto/base64.ts';
import { fromUtf8 } from '../../../base/crypto/text-encoding.ts';
import type { JsonObject } from '../../../repository/linked-data/json.ts';
import { isObject, member } from '../../../repository/linked-data/json.ts';
import { idsIn } from '../../../repository/linked-data/references.ts';
import { generatedSvg } from './generated-svg.ts';
import { chunksOf } from './png.ts';
import { startTagEnd } from './svg.ts';

/** The image of a badge class. */
export type ClassImage =
  | { readonly kind: 'png'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'svg'; readonly text: string }
  | { readonly kind: 'elsewhere'; readonly url: string };

/** Maximum length of a data URL, in UTF-16 units. */
const MAX_DATA_URL = 1_400_000;

/**
 * The image of a competency: a PNG or SVG in a data URL, or the address of one; a picture of its name if it has none, or if the
 * data is not an image.
 */
export function classImageOf(object: JsonObject, name: string): ClassImage {
  const stored = member(object, 'image') ?? member(object, 'schema:image');
  const described = isObject(stored) ? (member(stored, 'contentUrl') ?? member(stored, 'url')) : undefined;
  const [url] = idsIn(described ?? stored);
  const image = url === undefined ? null : imageAt(url);
  return image ?? { kind: 'svg', text: generatedSvg(name) };
}

function imageAt(url: string): ClassImage | null {
  if (/^https?:\/\//i.test(url)) return URL.canParse(url) ? { kind: 'elsewhere', url } : null;
  const data = /^data:image\/(png|svg\+xml)(?:;charset=utf-8)?(;base64)?,/i.exec(url);
  if (data === null || url.length > MAX_DATA_URL) return null;
  const content = url.slice(data[0].length);
  const bytes = data[2] === undefined ? null : decodeBase64(content);
  if (data[1]?.toLowerCase() === 'png')
    return bytes !== null && chunksOf(bytes) !== null ? { kind: 'png', bytes } : null;
  const text = bytes === null ? percentDecoded(content) : fromUtf8(bytes);
  return text !== null && startTagEnd(text) !== null ? { kind: 'svg', text } : null;
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

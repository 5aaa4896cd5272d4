import { encodeUtf8 } from '../../shared/base/crypto/text-encoding.ts';
import { createAddresses } from '../../shared/exchange/badges/addresses.ts';
import { loadBadge } from '../../shared/exchange/badges/badge.ts';
import { type BadgeClass, badgeClassOf } from '../../shared/exchange/badges/badge-class.ts';
import type { BadgeContext } from '../../shared/exchange/badges/context.ts';
import { type Baked, bakePng, bakeSvg } from '../../shared/exchange/badges/image/bake.ts';
import { generatedSvg } from '../../shared/exchange/badges/image/generated-svg.ts';
import { assertion } from '../../shared/exchange/badges/open-badges-2.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { revokedAnswer } from './answers.ts';
import { loadClass } from './load.ts';

/** Prevents scripts in an SVG document of a competency, which is served from the origin of the service. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** GET: the image of a badge class, which is the image of its competency or drawn from its name. */
export async function imageAnswer(ctx: BadgeContext, call: Call): Promise<Answer> {
  const { competency } = await loadClass(ctx, call);
  const { image, name } = badgeClassOf(competency, null, ctx.config);
  if (image.kind === 'png') return pngAnswer(image.bytes);
  return svgAnswer(image.kind === 'svg' ? image.text : generatedSvg(name));
}

/** GET: the image of a badge with the badge in it. An image on another server is not fetched, but replaced by one with the name. */
export async function bakedAnswer(ctx: BadgeContext, call: Call): Promise<Answer> {
  const badge = await loadBadge(ctx, call, encodeURIComponent(call.parameters['id'] ?? ''));
  const addresses = createAddresses(ctx.config.badges.base);
  if ('reason' in badge) return revokedAnswer(badge, addresses);
  const of = badgeClassOf(badge.competency, badge.framework, ctx.config);
  const baked = { version: 2, text: JSON.stringify(assertion(badge, of, addresses)) } as const;
  return bakedImage(of, baked, addresses.assertion(badge.uid));
}

/** The image of a badge class with a badge in it. @param verify address of a hosted badge; null for one with a proof inside */
export function bakedImage({ image, name }: BadgeClass, baked: Baked, verify: string | null): Answer {
  if (image.kind === 'png') return pngAnswer(bakePng(image.bytes, baked));
  return svgAnswer(bakeSvg(image.kind === 'svg' ? image.text : generatedSvg(name), baked, verify));
}

function pngAnswer(body: Uint8Array<ArrayBuffer>): Answer {
  return { status: 200, headers: { 'content-type': 'image/png', 'cache-control': 'no-cache' }, body };
}

function svgAnswer(text: string): Answer {
  const headers = {
    'content-type': 'image/svg+xml',
    'cache-control': 'no-cache',
    'content-security-policy': SVG_POLICY,
  };
  return { status: 200, headers, body: encodeUtf8(text) };
}

import { surroundingsOf } from '../../exchange/surroundings/surroundings.ts';
import type { Context } from '../../repository/context.ts';
import { history, read } from '../../repository/objects/read.ts';
import type { Reference } from '../../repository/objects/reference.ts';
import { storedObject } from '../../repository/objects/stored-versions.ts';
import type { Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { taggedTextAnswer } from '../tagged-answer.ts';
import { canonicalOf, formatsOf } from './addresses.ts';
import { PAGE_POLICY, pageDocument } from './document.ts';
import { type ObjectPage, objectContents } from './object-page.ts';
import { readerOf } from './reader.ts';
import { structuredData } from './structured-data.ts';

/** Memory per UTF-16 unit of the object: its text, and what is parsed from it. */
const BYTES_PER_UNIT = 6;

/** Versions that are shown. */
const MAX_VERSIONS = 20;

/** What a request for a page names. */
export type PageTarget = {
  readonly reference: Reference;
  /** Language tag; null: as `Accept-Language` says. */
  readonly language: string | null;
  /** Of the outline, from 1. */
  readonly part: number;
};

/**
 * The page of an object, or of one of its versions, as the caller may see it: 200, or 304 when the caller has it.
 *
 * @throws Problem `not-found` (404) as the object itself, and those of its surroundings
 */
export async function pageAnswer(ctx: Context, call: Call, { reference, language, part }: PageTarget): Promise<Answer> {
  const { config } = ctx;
  const caller = await call.caller();
  const presented = await read(ctx, reference, caller);
  const { stored, text, hidden } = presented;
  try {
    const { shortId, version, time: modified } = stored;
    await call.hold(text.length * BYTES_PER_UNIT);
    const object = storedObject({ key: stored.key, text });
    const versions = await history(ctx, shortId, caller, call.hold, MAX_VERSIONS);
    const around = await surroundingsOf(
      { ...ctx, hold: call.hold },
      { shortId, object, version, modified, hidden },
      caller,
      part,
    );
    const isCurrent = reference.version === null || versions[0]?.version === version;
    const page: ObjectPage = { around, versions, version, isCurrent, isPublic: !stored.access.hidden };
    const reader = readerOf(call.request, language);
    const { described, outline } = around;
    const tags = new Set([...described.name, ...described.statement].flatMap((one) => one.language ?? []));
    const address = (chosen: string | null): string => {
      const query = new URLSearchParams({
        ...(chosen !== null && { lang: chosen }),
        ...(outline !== null && outline.part > 1 && { part: String(outline.part) }),
      });
      return `${canonicalOf(shortId, config)}${query.size === 0 ? '' : `?${query}`}`;
    };
    const chosen = [...tags].find((tag) => tag.toLowerCase() === language?.toLowerCase()) ?? null;
    const name = reader.pick(described.name)?.text ?? reader.words.unnamed;
    const body = pageDocument(
      {
        title: around.place.root === null ? name : `${name} – ${reader.pick(around.place.root.name)?.text ?? ''}`,
        description: reader.pick(described.statement)?.text ?? null,
        canonical: address(chosen),
        languages:
          tags.size < 2
            ? []
            : [
                ...[...tags].map((tag) => ({ tag, address: address(tag) })),
                { tag: 'x-default', address: address(null) },
              ],
        formats: formatsOf(shortId, described.kind, config),
        structuredData: structuredData(around, config),
        isUnlisted: described.kind === null || described.isDraft || !page.isCurrent || !page.isPublic,
      },
      objectContents(page, reader, config),
      reader,
      config,
    );
    return taggedTextAnswer(call.request, String(body), {
      'content-type': 'text/html; charset=utf-8',
      'content-language': reader.language,
      'content-security-policy': PAGE_POLICY,
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      vary: 'signatureSheet, Authorization, Cookie, Accept, Accept-Language',
    });
  } finally {
    presented.release?.();
  }
}

import type { Text } from '../../shared/exchange/frameworks/values.ts';
import { describedOf } from '../../shared/exchange/surroundings/described.ts';
import { publicPage, siteOf } from '../../shared/exchange/surroundings/public-objects.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { type Child, html } from '../../shared/http/html.ts';
import { taggedTextAnswer } from '../../shared/http/tagged-answer.ts';
import { withoutControls } from '../../shared/http/xml.ts';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import { createObjectReader } from '../../shared/repository/frameworks/object-reader.ts';
import { addressOf } from '../../shared/repository/linked-data/names.ts';

/** Frameworks in the feed. */
const MAX_ENTRIES = 50;

const NEWEST_FIRST = [{ path: '@version', order: 'desc', missing: 'last' }] as const;

/** GET feed.atom: the public frameworks that were changed last (RFC 4287). */
export async function feed(ctx: Context, call: Call): Promise<Answer> {
  const { config } = ctx;
  const types = '*.framework,*.conceptscheme';
  const { hits } = await publicPage(ctx, { types, sort: NEWEST_FIRST, limit: MAX_ENTRIES, cursor: null });
  const reader = createObjectReader({ ...ctx, hold: call.hold }, ANONYMOUS);
  const entries: { readonly modified: number; readonly xml: Child }[] = [];
  for await (const read of reader.readVersions(hits)) {
    const { name, statement, creators } = describedOf(read);
    const address = addressOf(read.shortId, config.bases);
    const authors = creators.length === 0 ? [new URL(address).host] : creators;
    const xml = html`  <entry>
    <id>${address}</id>
    <title${languageOf(name)}>${name[0]?.text ?? address}</title>
    <updated>${new Date(read.modified).toISOString()}</updated>
${authors.map((author) => html`    <author><name>${author}</name></author>\n`)}    <link rel="alternate" type="text/html" href="${address}"/>
    <link rel="alternate" type="application/json" href="${address}?format=json"/>
    <summary${languageOf(statement)}>${statement[0]?.text ?? ''}</summary>
  </entry>
`;
    entries.push({ modified: read.modified, xml });
  }
  entries.sort((one, other) => other.modified - one.modified);
  const site = siteOf(config);
  const body = html`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${site}/feed.atom</id>
  <title>${`Frameworks at ${new URL(site).host}`}</title>
  <updated>${new Date(entries[0]?.modified ?? 0).toISOString()}</updated>
  <link rel="self" type="application/atom+xml" href="${site}/feed.atom"/>
  <link rel="alternate" type="text/html" href="${site}/"/>
${entries.map(({ xml }) => xml)}</feed>
`;
  return taggedTextAnswer(call.request, withoutControls(String(body)), {
    'content-type': 'application/atom+xml; charset=utf-8',
    vary: 'Accept-Encoding',
  });
}

function languageOf([first]: readonly Text[]): Child {
  return first?.language ? html` xml:lang="${first.language}"` : null;
}

import type { JsonObject } from '../../repository/linked-data/json.ts';
import { type Child, dataBlock, type Html, html } from '../html.ts';
import { directionOf } from '../reader-language.ts';
import type { AddressConfig, Format } from './addresses.ts';
import type { Reader } from './reader.ts';

/** Longer descriptions are cut: previews show less. */
const MAX_DESCRIPTION = 300;

/** Metadata of a page, for programs. */
export type Head = {
  readonly title: string;
  readonly description: string | null;
  /** The address of this page for others, absolute. */
  readonly canonical: string;
  /** Addresses of the page in other languages, absolute, by language tag. */
  readonly languages: readonly { readonly tag: string; readonly address: string }[];
  readonly formats: readonly Format[];
  readonly structuredData: JsonObject | null;
  /** Search engines are asked to leave it out. */
  readonly isUnlisted: boolean;
};

/** Pages run no script, and load their style sheet and icon alone. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A whole page. */
export function pageDocument(head: Head, contents: Child, reader: Reader, config: AddressConfig): Html {
  const { title, canonical, languages, formats } = head;
  const { basePath, disabledAdapters } = config;
  const description = head.description === null ? null : cut(head.description);
  const hasEditor = !disabledAdapters.includes('editor');
  const meta = (name: string, content: string | null): Html | null =>
    content === null ? null : html`<meta property="${name}" content="${content}">\n`;
  return html`<!doctype html>
<html lang="${reader.language}" dir="${directionOf(reader.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${description === null ? null : html`<meta name="description" content="${description}">\n`}${
  head.isUnlisted ? html`<meta name="robots" content="noindex">\n` : null
}<link rel="canonical" href="${canonical}">
${languages.map(({ tag, address }) => html`<link rel="alternate" hreflang="${tag}" href="${address}">\n`)}${formats.map(
  ({ name, type, path }) => html`<link rel="alternate" type="${type}" title="${name}" href="${path}">\n`,
)}<link rel="alternate" type="application/atom+xml" href="${basePath}/feed.atom">
<link rel="search" type="application/opensearchdescription+xml" href="${basePath}/opensearch.xml">
<link rel="stylesheet" href="${basePath}/pages/style.css">
${hasEditor ? html`<link rel="icon" href="${basePath}/svc-editor/icon.svg">\n` : null}${meta('og:type', 'website')}${meta('og:title', title)}${meta('og:description', description)}${meta('og:url', canonical)}${meta('og:site_name', new URL(canonical).host)}${meta('og:locale', reader.language)}${
  head.structuredData === null ? null : dataBlock(head.structuredData)
}
</head>
<body>
${contents}
<footer><a href="${basePath}/${hasEditor ? '' : 'api/openapi/'}">${reader.words.start}</a></footer>
</body>
</html>
`;
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_DESCRIPTION ? line : `${line.slice(0, MAX_DESCRIPTION - 1).toWellFormed()}…`;
}

import { raw, html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Json } from '../repository/linked-data/json.ts';

/** Markup: only {@link html} and {@link dataBlock} make it, so that a text cannot become markup unescaped. */
export type Html = HtmlEscapedString;

/** What stands in markup: texts and numbers are escaped; null is left out. */
export type Child = Html | string | number | null | readonly Child[];

/**
 * Markup of HTML or XML from a template literal. Texts are escaped for contents, and for values of attributes in quotation marks.
 * It does not judge addresses: see {@link webAddress}.
 */
export function html(strings: TemplateStringsArray, ...children: readonly Child[]): Html {
  const made = template(strings, ...children);
  if (made instanceof Promise) throw new Error('No part of a page is a promise.');
  return made;
}

/**
 * A JSON document in a page, for programs that read it. It cannot end its element, and browsers do not run it (HTML, 4.12.1: a data
 * block).
 */
export function dataBlock(document: Json): Html {
  const text = JSON.stringify(document).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return html`<script type="application/ld+json">${raw(text)}</script>`;
}

/** An address of the web, for a link; null for other texts, such as `javascript:`. */
export function webAddress(text: string): string | null {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}

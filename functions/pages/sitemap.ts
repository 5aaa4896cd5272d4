import { Problem } from '../../shared/base/errors/problem.ts';
import { LISTED_TYPES, publicPage, siteOf } from '../../shared/exchange/surroundings/public-objects.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { html } from '../../shared/http/html.ts';
import { taggedTextAnswer } from '../../shared/http/tagged-answer.ts';
import { textStream } from '../../shared/http/text-stream.ts';
import type { Context } from '../../shared/repository/context.ts';
import { addressOf } from '../../shared/repository/linked-data/names.ts';
import { type HeadState, STATE_BYTES } from '../../shared/repository/store/object-store.ts';

/** How much is read at a time. */
export type SitemapSizes = {
  /** Addresses in a page of a search. */
  readonly pageSize: number;
  /** Pages in a part, which has 50,000 addresses at most (sitemaps.org). */
  readonly pagesPerPart: number;
  /** Pages that one request for the index reads: a longer index is completed by the following requests. */
  readonly pagesPerRequest: number;
};

const SIZES: SitemapSizes = { pageSize: 5000, pagesPerPart: 10, pagesPerRequest: 50 };

/** Parts in the index: objects beyond the first million are found from the pages of others. */
const MAX_PARTS = 20;

/** How long an index is used, in milliseconds. */
const INDEX_TTL_MS = 3_600_000;

const XML_TYPE = 'application/xml; charset=utf-8';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const FIRST = 'first';

/** A part of the sitemap: where it begins, and the latest time in it. */
type Part = { readonly cursor: string | null; lastModified: number; pages: number };

/** The parts that are known, and where their search continues; null: all are known. */
type Index = { readonly made: number; readonly parts: Part[]; next: string | null };

type SitemapContext = Pick<Context, 'store' | 'config' | 'now'>;
type SitemapCall = Pick<Call, 'request' | 'parameters' | 'hold' | 'keep'>;
type SitemapHandler = (ctx: SitemapContext, call: SitemapCall) => Promise<Answer>;

/**
 * The sitemap of all that everyone may read, in the order of its creation: the objects of a part stay the same, apart from those that are
 * deleted or hidden, and new ones are in the last part. The index is kept in the process, as the parts have to be counted.
 */
export function createSitemap({ pageSize, pagesPerPart, pagesPerRequest } = SIZES): {
  readonly index: SitemapHandler;
  readonly part: SitemapHandler;
} {
  let index: Index | null = null;
  let reading: Promise<Index> | null = null;

  /** Adds a page to the last part, or to a new one. */
  async function readPage(ctx: SitemapContext, index: Index): Promise<void> {
    const cursor = index.next === FIRST ? null : index.next;
    let part = index.parts.at(-1);
    if (part === undefined || part.pages === pagesPerPart) {
      if (index.parts.length === MAX_PARTS) {
        index.next = null;
        return;
      }
      part = { cursor, lastModified: 0, pages: 0 };
      index.parts.push(part);
    }
    const { hits, next } = await listedPage(ctx, cursor);
    part.pages++;
    part.lastModified = hits.reduce((latest, { time }) => Math.max(latest, time), part.lastModified);
    index.next = next;
  }

  function listedPage(ctx: SitemapContext, cursor: string | null) {
    return publicPage(ctx, { types: LISTED_TYPES, sort: [], limit: pageSize, cursor });
  }

  async function* partOf(ctx: SitemapContext, begin: string | null): AsyncGenerator<string> {
    let cursor = begin;
    for (let read = 0; read < pagesPerPart; read++) {
      const page = await listedPage(ctx, cursor);
      const urls = String(html`${page.hits.map((hit) => urlOf(hit, ctx))}`);
      yield read === 0 ? `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${NAMESPACE}">\n${urls}` : urls;
      cursor = page.next;
      if (cursor === null) break;
    }
    yield '</urlset>\n';
  }

  async function extended(ctx: SitemapContext): Promise<Index> {
    const now = ctx.now();
    const known = index !== null && now - index.made < INDEX_TTL_MS ? index : null;
    index = known ?? { made: now, parts: [{ cursor: null, lastModified: 0, pages: 0 }], next: FIRST };
    for (let read = 0; read < pagesPerRequest && index.next !== null; read++) await readPage(ctx, index);
    return index;
  }

  return {
    async index(ctx, { request, hold }) {
      await hold(pageSize * STATE_BYTES);
      reading ??= extended(ctx).finally(() => {
        reading = null;
      });
      const { parts } = await reading;
      const site = siteOf(ctx.config);
      const body = html`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="${NAMESPACE}">
${parts.map(
  ({ cursor, lastModified }) =>
    html`<sitemap><loc>${site}/sitemap/${cursor ?? FIRST}.xml</loc><lastmod>${timeOf(lastModified)}</lastmod></sitemap>\n`,
)}</sitemapindex>
`;
      return taggedTextAnswer(request, String(body), { 'content-type': XML_TYPE, vary: 'Accept-Encoding' });
    },
    async part(ctx, { parameters, hold, keep }) {
      const { part = '' } = parameters;
      if (!part.endsWith('.xml')) throw new Problem('no-such-route', 'There is nothing at this address.');
      await hold(pageSize * STATE_BYTES);
      const name = part.slice(0, -'.xml'.length);
      const pieces = partOf(ctx, name === FIRST ? null : name);
      const { value: first = '' } = await pieces.next();
      const headers = { 'content-type': XML_TYPE, 'cache-control': 'no-cache' };
      return { status: 200, headers, body: textStream(pieces, keep(pageSize * STATE_BYTES).release, first) };
    },
  };
}

function urlOf({ shortId, time }: HeadState, { config }: Pick<Context, 'config'>) {
  return html`<url><loc>${addressOf(shortId, config.bases)}</loc><lastmod>${timeOf(time)}</lastmod></url>\n`;
}

function timeOf(time: number): string {
  return new Date(time).toISOString();
}

import type { Answer } from '../../shared/http/answer.ts';
import { pageRenderer } from '../../shared/http/prefers-page.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { pagesEndpoints } from './endpoints.ts';
import { feed } from './feed.ts';
import { openSearchDescription } from './open-search.ts';
import { robots } from './robots.ts';
import { createSitemap } from './sitemap.ts';
import { STYLE } from './style.ts';

/** What leads browsers, search engines and feed readers to public objects. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, { config }) {
    const { index, part } = createSitemap();
    const handlers = {
      robots: () => robots(config),
      sitemap: index,
      sitemapPart: part,
      feed,
      openSearch: () => openSearchDescription(config),
      style: (): Answer => ({ status: 200, headers: STYLE_HEADERS, body: STYLE }),
    };
    serve(pagesEndpoints, handlers, { render: pageRenderer(config) });
  },
};

const STYLE_HEADERS = {
  'content-type': 'text/css; charset=utf-8',
  'cache-control': 'public, max-age=86400',
  'x-content-type-options': 'nosniff',
};

import { get } from '../../shared/http/endpoint.ts';

/** Addresses for browsers, search engines and feed readers, not in the description. */
export const pagesEndpoints = {
  robots: get('/robots.txt', 'anybody'),
  sitemap: get('/sitemap.xml', 'anybody'),
  sitemapPart: get('/sitemap/{part}', 'anybody'),
  feed: get('/feed.atom', 'anybody'),
  openSearch: get('/opensearch.xml', 'anybody'),
  style: get('/pages/style.css', 'anybody'),
};

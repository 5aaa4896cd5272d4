import type { Config } from '../../shared/base/config/config.ts';
import { siteOf } from '../../shared/exchange/surroundings/public-objects.ts';
import type { Answer } from '../../shared/http/answer.ts';
import { html } from '../../shared/http/html.ts';

/** The searches of the service, for browsers and programs (OpenSearch 1.1, 4). */
export function openSearchDescription(config: Pick<Config, 'bases' | 'disabledAdapters'>): Answer {
  const site = siteOf(config);
  const { host } = new URL(site);
  const page = config.disabledAdapters.includes('editor')
    ? null
    : html`\n  <Url type="text/html" template="${site}/svc-editor/search?q={searchTerms}"/>`;
  const body = html`<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${[...host].slice(0, 16).join('')}</ShortName>
  <Description>${`Competencies and frameworks at ${host}`}</Description>${page}
  <Url type="application/json" template="${site}/api/search/?q={searchTerms}&amp;start={startIndex?}&amp;size={count?}" indexOffset="0"/>
  <Url type="application/atom+xml" rel="collection" template="${site}/feed.atom"/>
  <InputEncoding>UTF-8</InputEncoding>
</OpenSearchDescription>
`;
  const headers = {
    'content-type': 'application/opensearchdescription+xml; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  };
  return { status: 200, headers, body: String(body) };
}

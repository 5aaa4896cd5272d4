import type { Config } from '../../shared/base/config/config.ts';
import { siteOf } from '../../shared/exchange/surroundings/public-objects.ts';
import { type Answer, textAnswer } from '../../shared/http/answer.ts';

/** What programs that read pages may fetch (RFC 9309): pages of objects, and none of the addresses for programs that use the API. */
export function robots(config: Pick<Config, 'bases' | 'basePath'>): Answer {
  const { basePath } = config;
  return textAnswer(`User-agent: *
Allow: ${basePath}/api/data/
Disallow: ${basePath}/api/
Disallow: ${basePath}/api/data/*?*history=
Disallow: ${basePath}/api/data/*?*format=
Disallow: ${basePath}/api/data/*?*version=

Sitemap: ${siteOf(config)}/sitemap.xml
`);
}

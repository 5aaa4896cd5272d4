import { parseParameters } from '../../shared/base/schema/parameters.ts';
import { loadBundled } from '../../shared/exchange/json-ld/document-loader.ts';
import { loadProcessor } from '../../shared/exchange/json-ld/processor.ts';
import { publicPage } from '../../shared/exchange/surroundings/public-objects.ts';
import { JSON_RANGES, negotiate, type Offers } from '../../shared/http/accept.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { RDF_OFFERS, type RdfForm } from '../../shared/http/rdf-accept.ts';
import { writeRdf } from '../../shared/http/rdf-answer.ts';
import { taggedTextAnswer } from '../../shared/http/tagged-answer.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import { createObjectReader, type ReadObject } from '../../shared/repository/frameworks/object-reader.ts';
import type { DumpFiles } from '../../shared/repository/store/dump-files.ts';
import { STATE_BYTES } from '../../shared/repository/store/object-store.ts';
import { catalogDocument, DCAT_PREFIXES } from './dcat.ts';
import { dumpsIn } from './dumps.ts';
import { catalogQuery } from './parameters.ts';

/** Frameworks of a page: with all its formats and texts, RDF of a page is written without a noticeable pause. */
const PAGE_SIZE = 100;

const TYPES = '*.framework,*.conceptscheme';

/** JSON-LD with its own context is the default; null stands for it. */
const OFFERS: Offers<RdfForm | null> = [
  { type: 'application/ld+json', also: ['application/json', ...JSON_RANGES], form: null },
  ...RDF_OFFERS.filter(({ form }) => form.syntax !== 'json-ld' && form.syntax !== 'n-quads'),
];

/** GET bulk/catalog: a description of what the service offers to everybody, the newest frameworks first, page by page. */
export async function getCatalog(ctx: Context, call: Call, files: DumpFiles | null): Promise<Answer> {
  const { request, hold } = call;
  const form = negotiate(request.headers.get('accept'), OFFERS);
  const { cursor = null } = parseParameters(catalogQuery, queryOf(request));
  await hold(PAGE_SIZE * STATE_BYTES);
  const found = await publicPage(ctx, { types: TYPES, sort: [], limit: PAGE_SIZE, cursor });
  const frameworks: ReadObject[] = [];
  const reader = createObjectReader({ ...ctx, hold }, ANONYMOUS);
  for await (const read of reader.readVersions(found.hits)) frameworks.push(read);
  const [dump = null] = await dumpsIn(files);
  const pageAt = (position: string) =>
    `${ctx.config.bases[0]}bulk/catalog?${new URLSearchParams({ cursor: position })}`;
  const document = catalogDocument(
    {
      frameworks,
      dump,
      page: cursor === null ? null : pageAt(cursor),
      next: found.next === null ? null : pageAt(found.next),
    },
    ctx.config,
  );
  const headers = {
    vary: 'Accept',
    ...(found.next !== null && { link: `<?${new URLSearchParams({ cursor: found.next })}>; rel="next"` }),
  };
  if (form === null) {
    return taggedTextAnswer(request, JSON.stringify(document), { 'content-type': 'application/ld+json', ...headers });
  }
  const processor = await loadProcessor({ documentLoader: loadBundled });
  const { headers: own, parts } = await writeRdf(document, processor, form, DCAT_PREFIXES);
  return taggedTextAnswer(request, parts.join(''), { ...own, ...headers });
}

import { namedOf } from '../../shared/exchange/surroundings/described.ts';
import { publicPage } from '../../shared/exchange/surroundings/public-objects.ts';
import { html } from '../../shared/http/html.ts';
import { withoutControls } from '../../shared/http/xml.ts';
import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import type { Context } from '../../shared/repository/context.ts';
import { isRoot } from '../../shared/repository/frameworks/kinds.ts';
import { createObjectReader, type ReadContext } from '../../shared/repository/frameworks/object-reader.ts';
import { addressOf } from '../../shared/repository/linked-data/names.ts';
import { publicKind } from './items.ts';
import { givenOf, type OaiRequest } from './request.ts';
import { fromPosition, resumptionElement } from './resumption.ts';
import { FIXED_SETS, setOfKind } from './sets.ts';

/** Frameworks and concept schemes in a part of the list. */
const PAGE_SIZE = 100;

const ROOTS = '*.framework,*.conceptscheme';

/** ListSets: the sets by type, then one of each public framework and concept scheme in the order of their creation. */
export async function listSets(
  ctx: ReadContext & Pick<Context, 'store' | 'config'>,
  request: OaiRequest,
): Promise<AsyncGenerator<string>> {
  const { position } = givenOf(request);
  const cursor = position?.next ?? null;
  const { hits, next } = await fromPosition(position, () =>
    publicPage(ctx, { types: ROOTS, sort: [], limit: PAGE_SIZE, cursor }),
  );
  return pieces();

  async function* pieces(): AsyncGenerator<string> {
    const { bases } = ctx.config;
    const delivered = position?.delivered ?? 0;
    let count = 0;
    if (position === null) {
      for (const { spec, name } of FIXED_SETS) yield setElement(spec, name);
      count = FIXED_SETS.length;
    }
    for (const hit of hits) {
      for await (const read of createObjectReader(ctx, ANONYMOUS).readVersions([hit])) {
        const kind = publicKind(read);
        if (kind === null || !isRoot(kind)) continue;
        const { name } = namedOf(read);
        yield setElement(setOfKind(kind, read.shortId, bases), name[0]?.text ?? addressOf(read.shortId, bases));
        count++;
      }
    }
    const following = { verb: 'ListSets', arguments: {}, delivered: delivered + count } as const;
    yield resumptionElement(next === null ? null : { ...following, next }, delivered);
  }
}

function setElement(spec: string, name: string): string {
  return withoutControls(String(html`<set><setSpec>${spec}</setSpec><setName>${name}</setName></set>\n`));
}

import { resolveTail, type Target } from '../../shared/exchange/frameworks/resolve.ts';
import type { Call } from '../../shared/http/call.ts';
import { queryOf, splitUrl } from '../../shared/http/urlencoded.ts';

/** The object that an address below a collection names, or the parameter `id`. @throws Problem `malformed-path`, `invalid-parameter` (400) */
export function targetOf({ request }: Call, collection: string, bases: readonly string[]): Target {
  const { path } = splitUrl(request.url);
  const at = path.indexOf(`/${collection}/`);
  const tail = at === -1 ? '' : path.slice(at + collection.length + 2);
  return resolveTail(tail, queryOf(request).get('id'), bases);
}

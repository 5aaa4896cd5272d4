import { type Config, channelOf } from '../../shared/base/config/config.ts';
import { redirectAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { splitUrl } from '../../shared/http/urlencoded.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { editorFile } from './file.ts';
import { createEditorPage } from './page.ts';

/** Where the editor is, below the base path; the page is also at the root (specification: What the service does, 13). */
const EDITOR = '/svc-editor/';

/** Where links to an existing server lead. */
const FORMER = '/cass-editor';

/** The web editor: one page for all of its addresses, and the files of the page. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, { config }, { assets }) {
    const base = `${config.basePath}${EDITOR}`;
    const channel = channelOf(config);
    const options = { file: 'index.html', base, channel, frameAncestors: ["'self'"] } as const;
    const page = createEditorPage(assets, options);
    const start = createEditorPage(assets, { ...options, withList: true });
    const startUnlessLinked = (ctx: unknown, call: Call) =>
      queryOf(call.request) === '' ? start(ctx, call) : page(ctx, call);
    const embedded = createEditorPage(assets, { file: 'embed.html', base, channel, frameAncestors: embedders(config) });
    const toEditor = (query: string) => redirectAnswer(`${config.basePath}${EDITOR}${query}`);
    serve('/', { GET: startUnlessLinked });
    serve('/svc-editor', { GET: (_ctx, { request }) => toEditor(queryOf(request)) });
    for (const path of [FORMER, `${FORMER}/*`]) {
      serve(path, { GET: (_ctx, { request }) => toEditor(queryOf(request)) });
    }
    serve(`${EDITOR}assets/:name`, {
      GET: (_ctx, { request, parameters: { name = '' } }) => editorFile(assets, request, `assets/${name}`, 'year'),
    });
    serve(`${EDITOR}icon.svg`, { GET: (_ctx, { request }) => editorFile(assets, request, 'icon.svg', 'day') });
    serve(`${EDITOR}embed`, { GET: embedded });
    serve(EDITOR, { GET: startUnlessLinked });
    serve(`${EDITOR}*`, { GET: page });
  },
};

/** The origins whose pages may show frames: those with access to public data, unless frames are restricted to this service. */
function embedders({ corsOrigins, network }: Config): readonly string[] {
  if (network.securityHeaders.sameOriginFrames) return ["'self'"];
  return corsOrigins === null ? ['*'] : ["'self'", ...corsOrigins];
}

/** The query of an address with its question mark; empty without one. */
function queryOf({ url }: Request): string {
  const { query } = splitUrl(url);
  return query === '' ? '' : `?${query}`;
}

import { type Config, channelOf } from '../../shared/base/config/config.ts';
import { redirectAnswer } from '../../shared/http/answer.ts';
import type { Handler } from '../../shared/http/serve.ts';
import { splitUrl } from '../../shared/http/urlencoded.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { editorEndpoints } from './endpoints.ts';
import { editorFile } from './file.ts';
import { createEditorPage } from './page.ts';
import { previewOf } from './preview.ts';

/** The web editor: one page for all of its addresses, and the files of the page. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, { config }, { assets }) {
    const base = `${config.basePath}${editorEndpoints.start.path}`;
    const channel = channelOf(config);
    const options = { file: 'index.html', base, channel, frameAncestors: ["'self'"] } as const;
    const page = createEditorPage(assets, { ...options, preview: previewOf });
    const start = createEditorPage(assets, { ...options, withList: true });
    const startUnlessLinked: Handler<Context> = (ctx, call) =>
      queryOf(call.request) === '' ? start(ctx, call) : page(ctx, call);
    const embedded = createEditorPage(assets, { file: 'embed.html', base, channel, frameAncestors: embedders(config) });
    const toEditor = (query: string) => redirectAnswer(`${config.basePath}${editorEndpoints.start.path}${query}`);
    const redirect: Handler<Context> = (_ctx, { request }) => toEditor(queryOf(request));
    serve(editorEndpoints, {
      root: startUnlessLinked,
      toStart: redirect,
      toStartFormer: redirect,
      toStartFormerPage: redirect,
      asset: (_ctx, { request, parameters: { name = '' } }) => editorFile(assets, request, `assets/${name}`, 'year'),
      icon: (_ctx, { request }) => editorFile(assets, request, 'icon.svg', 'day'),
      embedded,
      start: startUnlessLinked,
      page,
    });
  },
};

/** The origins whose pages may show frames: the ones with access to public data, unless frames are restricted to this service. */
function embedders({ corsOrigins, network }: Config): readonly string[] {
  if (network.securityHeaders.sameOriginFrames) return ["'self'"];
  return corsOrigins === null ? ['*'] : ["'self'", ...corsOrigins];
}

/** The query of an address with its question mark; empty without one. */
function queryOf({ url }: Request): string {
  const { query } = splitUrl(url);
  return query === '' ? '' : `?${query}`;
}

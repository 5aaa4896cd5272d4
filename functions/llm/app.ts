import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { createRequestCount } from './access.ts';
import { postAlign } from './align.ts';
import { openModel } from './drafting/model/open-model.ts';
import { postFramework } from './framework.ts';

/** Frameworks and alignments drafted by a language model. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, ctx, { openSend }) {
    const parts = { model: openModel(ctx.config.llm, openSend), countRequest: createRequestCount(ctx) };
    for (const path of ['/api/llm/framework', '/api/ollama/framework']) {
      serve(path, { POST: (context, call) => postFramework(context, call, parts) });
    }
    serve('/api/llm/align', { POST: (context, call) => postAlign(context, call, parts) });
  },
};

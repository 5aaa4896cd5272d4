import type { Handler } from '../../shared/http/serve.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { createRequestCount } from './access.ts';
import { postAlign, readAlign } from './align.ts';
import { openModel } from './drafting/model/open-model.ts';
import { alignEndpoints, candidateEndpoints, llmEndpoints } from './endpoints.ts';
import { createFindAlignments } from './find-alignments.ts';
import { type DraftRequest, postFramework, readDraft } from './framework.ts';
import { createAlignmentLoader } from './load-alignment.ts';

/** Frameworks and alignments drafted by a language model, and alignments that words and meanings suggest. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, ctx, { openSend, embedder = null }) {
    const parts = {
      model: openModel(ctx.config.llm, openSend),
      alignment: createAlignmentLoader({ ...ctx, embedder }),
      countRequest: createRequestCount(ctx),
    };
    const draft: Handler<Context, DraftRequest> = (ctx, call, given) => postFramework(ctx, call, given, parts);
    serve(llmEndpoints, { draftFramework: draft, draftFrameworkWithOllama: draft }, { guards: { key: readDraft } });
    serve(
      alignEndpoints,
      { proposeAlignments: (ctx, call, given) => postAlign(ctx, call, given, parts) },
      { guards: { key: readAlign } },
    );
    serve(candidateEndpoints, { findAlignments: createFindAlignments(ctx, parts) });
  },
};

import { reportAnswer } from '../../shared/http/exchange/import-answer.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { getFramework } from './export.ts';
import { postFramework } from './import.ts';

/** Frameworks in CTDL-ASN under `/api/ctdlasn` and `/api/ceasn`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve) {
    serve('/api/ctdlasn/reports/:report', { GET: reportAnswer });
    serve('/api/ctdlasn', { POST: postFramework });
    for (const path of ['/api/ctdlasn/*', '/api/ceasn/*']) serve(path, { GET: getFramework, POST: postFramework });
  },
};

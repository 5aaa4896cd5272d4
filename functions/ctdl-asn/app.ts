import { reportAnswer } from '../../shared/http/exchange/import-answer.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { ctdlAsnEndpoints } from './endpoints.ts';
import { getFramework } from './export.ts';
import { postFramework } from './import.ts';

/** Frameworks in CTDL-ASN under `/api/ctdlasn` and `/api/ceasn`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve) {
    serve(ctdlAsnEndpoints, {
      exportCtdlAsn: getFramework,
      exportCeasn: getFramework,
      importCtdlAsn: postFramework,
      importCtdlAsnAt: postFramework,
      importCeasnAt: postFramework,
      ctdlAsnImportReport: reportAnswer,
    });
  },
};

import { createExchangeContext, type ExchangeContext } from '../../shared/frameworks/context.ts';
import { reportAnswer } from '../../shared/frameworks/import-answer.ts';
import type { Group } from '../group.ts';
import { getFramework } from './export.ts';
import { postFramework } from './import.ts';

/** Frameworks in ASN under `/api/asn`. */
export const group: Group<ExchangeContext> = {
  createContext: createExchangeContext,
  mount(serve) {
    serve('/api/asn/reports/:report', { GET: reportAnswer });
    serve('/api/asn', { POST: postFramework });
    serve('/api/asn/*', { GET: getFramework });
  },
};

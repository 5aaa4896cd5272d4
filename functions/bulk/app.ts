import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { getBulk } from './bulk.ts';
import { bulkEndpoints } from './endpoints.ts';

/** All objects at once, under `/api/bulk`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve) {
    serve(bulkEndpoints, { bulk: getBulk });
  },
};

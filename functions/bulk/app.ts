import type { Context } from '../../shared/repository/context.ts';
import type { Group } from '../group.ts';
import { getBulk } from './bulk.ts';
import { createPositions } from './change-tag.ts';
import { getDumpFile, listDumps } from './dumps.ts';
import { bulkEndpoints } from './endpoints.ts';

/** All objects at once, under `/api/bulk`. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve, _ctx, { dumpFiles = null }) {
    const positions = createPositions();
    serve(bulkEndpoints, {
      bulk: (ctx, call) => getBulk(ctx, call, positions),
      // Loaded when it is first called for: it takes the code that reads frameworks.
      getCatalog: async (ctx, call) => (await import('./catalog.ts')).getCatalog(ctx, call, dumpFiles),
      listDumps: (ctx, call) => listDumps(ctx, call, dumpFiles),
      getDumpFile: (ctx, call) => getDumpFile(ctx, call, dumpFiles),
    });
  },
};

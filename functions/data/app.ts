import type { Context } from '../../shared/context.ts';
import type { Group } from '../group.ts';
import { deleteObject } from './delete.ts';
import { getObject } from './get.ts';
import { postObject } from './post.ts';

/** Objects under `/api/data/`, in both bindings. */
export const group: Group<Context> = {
  createContext: (ctx) => ctx,
  mount(serve) {
    serve('/api/data/*', { GET: getObject, POST: postObject, DELETE: deleteObject });
  },
};

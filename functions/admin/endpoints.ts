import { get, post, remove } from '../../shared/http/endpoint.ts';

/** Operations on the objects of this store. */
export const adminEndpoints = {
  reindex: post('/api/util/reindex', 'admin'),
  purge: post('/api/util/purge', 'admin'),
  cull: post('/api/util/cull', 'admin'),
  cullFast: post('/api/util/cullFast', 'admin'),
};

/** The same operations by GET, with ADMIN_SECRET_IN_QUERY. */
export const adminByQuery = {
  reindexByQuery: get(adminEndpoints.reindex.path, 'admin', { withoutHead: true }),
  purgeByQuery: get(adminEndpoints.purge.path, 'admin', { withoutHead: true }),
  cullByQuery: get(adminEndpoints.cull.path, 'admin', { withoutHead: true }),
  cullFastByQuery: get(adminEndpoints.cullFast.path, 'admin', { withoutHead: true }),
};

/** The records of admin operations, and the state of polls. */
export const recordEndpoints = {
  listOperations: get('/api/util/operations', 'admin'),
  listRecordStores: get('/api/util/recordStores', 'admin'),
};

/** Export and import. */
export const transferEndpoints = {
  exportObjects: get('/api/util/export', 'admin'),
  listChanges: get('/api/util/changes', 'admin'),
  importObjects: post('/api/util/import', 'admin'),
};

/** Copies of other servers. */
export const copyEndpoints = {
  copyServer: post('/api/util/copy', 'admin'),
  cancelCopy: remove('/api/util/copy', 'admin'),
};

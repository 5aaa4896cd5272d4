import { get, post, put } from '../../shared/http/endpoint.ts';

/** Statements of learning systems. */
export const xapiEndpoints = {
  recordStatement: post('/api/xapi/statement', 'sender'),
  recordStatements: post('/api/xapi/statements', 'sender'),
  putStatement: put('/api/xapi/statements', 'sender'),
};

/** The polls of learning record stores, and the key of assertions. */
export const pollEndpoints = {
  xapiEndpoints: get('/api/xapi/endpoint', 'sender'),
  pollRecordStores: post('/api/xapi/tick', 'sender'),
  xapiKey: get('/api/xapi/pk', 'anybody'),
};

import { get } from '../../shared/http/endpoint.ts';

/** Pages and files for browsers, not in the description: the addresses of the editor, and of links to an existing server. */
export const editorEndpoints = {
  root: get('/', 'anybody'),
  toStart: get('/svc-editor', 'anybody'),
  toStartFormer: get('/cass-editor', 'anybody'),
  toStartFormerPage: get('/cass-editor/{page}', 'anybody', { servedAs: '/cass-editor/*' }),
  asset: get('/svc-editor/assets/{name}', 'anybody'),
  icon: get('/svc-editor/icon.svg', 'anybody'),
  embedded: get('/svc-editor/embed', 'anybody'),
  start: get('/svc-editor/', 'anybody'),
  page: get('/svc-editor/{page}', 'anybody', { servedAs: '/svc-editor/*' }),
};

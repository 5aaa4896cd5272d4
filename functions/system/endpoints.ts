import { get } from '../../shared/http/endpoint.ts';

/** Health, the API description, and the keys of the admin. */
export const systemEndpoints = {
  ping: get('/api/ping', 'anybody'),
  admin: get('/api/sky/admin', 'anybody'),
  openapi: get('/api/openapi.json', 'anybody'),
  swagger: get('/api/swagger.json', 'anybody'),
  openapiPage: get('/api/openapi/', 'anybody'),
  swaggerPage: get('/api/swagger/', 'anybody'),
  livez: get('/livez', 'anybody'),
  readyz: get('/readyz', 'anybody'),
};

/** The files of the page, and redirects to it: for browsers, not in the description. */
export const pageEndpoints = {
  openapiFile: get('/api/openapi/{asset}', 'anybody'),
  swaggerFile: get('/api/swagger/{asset}', 'anybody'),
  toOpenapiPage: get('/api/openapi', 'anybody'),
  toSwaggerPage: get('/api/swagger', 'anybody'),
  toPage: get('/api', 'anybody'),
};

/** Metrics, if the platform serves them. */
export const metricsEndpoints = { metrics: get('/metrics', 'anybody') };

/** With the KILL setting. */
export const killEndpoints = { kill: get('/api/kill', 'anybody') };

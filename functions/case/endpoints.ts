import { get, type OpenAccess, post } from '../../shared/http/endpoint.ts';
import type { CaseVersion } from './addresses.ts';

const BASE = '/api/ims/case';

/**
 * The endpoints of a part of CASE: one record, and all records, or one by the parameter `id`.
 *
 * @param name such as `CFItems`
 */
export function partEndpoints(version: CaseVersion, name: string, access: OpenAccess = 'readers') {
  const path = `${BASE}/${version}/${name}`;
  return { one: get(`${path}/{id}`, access, { servedAs: `${path}/*` }), all: get(path, access) };
}

/** The collections whose records are objects with a page; of the others, and of lists, browsers get JSON. */
export const COLLECTIONS_WITH_PAGES: ReadonlySet<string> = new Set(['CFDocuments', 'CFItems']);

/** The endpoints of CASE besides its parts. */
export const caseEndpoints = {
  case11Discovery: get(`${BASE}/v1p1/discovery/imscasev1p1_openapi3_v1p0.json`, 'anybody'),
  importCasePackage: post(`${BASE}/import`, 'owners'),
  harvestCase: post(`${BASE}/harvest`, 'owners'),
  listRemoteCaseDocuments: get(`${BASE}/getDocs`, 'anybody'),
  caseImportReport: get(`${BASE}/reports/{report}`, 'anybody'),
};

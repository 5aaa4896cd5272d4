import { adminManifest } from './admin/manifest.ts';
import { asnManifest } from './asn/manifest.ts';
import { badgesManifest } from './badges/manifest.ts';
import { bulkManifest } from './bulk/manifest.ts';
import { caseManifest } from './case/manifest.ts';
import { changesManifest } from './changes/manifest.ts';
import { ctdlAsnManifest } from './ctdl-asn/manifest.ts';
import { dataManifest } from './data/manifest.ts';
import { editorManifest } from './editor/manifest.ts';
import { identityManifest } from './identity/manifest.ts';
import { jsonLdManifest } from './json-ld/manifest.ts';
import { llmManifest } from './llm/manifest.ts';
import type { Manifest } from './manifest.ts';
import { mcpManifest } from './mcp/manifest.ts';
import { oaiManifest } from './oai/manifest.ts';
import { pagesManifest } from './pages/manifest.ts';
import { pnaManifest } from './pna/manifest.ts';
import { profileManifest } from './profile/manifest.ts';
import { scdManifest } from './scd/manifest.ts';
import { searchManifest } from './search/manifest.ts';
import { ssoManifest } from './sso/manifest.ts';
import { systemManifest } from './system/manifest.ts';
import { webhooksManifest } from './webhooks/manifest.ts';
import { xapiManifest } from './xapi/manifest.ts';

/** Every group of endpoints. Search is mounted before data: `/api/data/` alone is a search. */
export const manifests = [
  searchManifest,
  dataManifest,
  changesManifest,
  profileManifest,
  identityManifest,
  ssoManifest,
  adminManifest,
  ctdlAsnManifest,
  caseManifest,
  asnManifest,
  jsonLdManifest,
  xapiManifest,
  badgesManifest,
  scdManifest,
  pnaManifest,
  llmManifest,
  webhooksManifest,
  mcpManifest,
  systemManifest,
  editorManifest,
  pagesManifest,
  oaiManifest,
  bulkManifest,
] as const satisfies readonly Manifest[];

import {
  ADMIN,
  everyone,
  get,
  IMPORT,
  NO_IMPORT,
  type Operation,
  post,
  READ_FRAMEWORK,
  readers,
  same,
} from './operation.ts';

/** A draft that adds to a framework, and alignments of it. */
const DRAFT = {
  framework: { ...everyone(200), anonymous: 401 },
  'protected framework': { ...readers(200, 404), anonymous: 401 },
};
const ADDING = 'adds to the framework';
const ALIGNING = 'of the framework to a public one';
const NO_OBJECT = 'a name that no object has';

/** Frameworks in other formats, drafts and indexes of them; JSON-LD. */
export const FRAMEWORK_OPERATIONS = {
  exportCtdlAsn: get('/api/ctdlasn/{id}', READ_FRAMEWORK),
  exportCeasn: get('/api/ceasn/{id}', READ_FRAMEWORK),
  importCtdlAsn: post('/api/ctdlasn', 'JSON', IMPORT),
  importCtdlAsnForm: post('/api/ctdlasn', 'form', IMPORT),
  importCtdlAsnAt: post('/api/ctdlasn/{id}', 'JSON', IMPORT),
  importCtdlAsnAtForm: post('/api/ctdlasn/{id}', 'form', IMPORT),
  importCeasnAt: post('/api/ceasn/{id}', 'JSON', IMPORT),
  importCeasnAtForm: post('/api/ceasn/{id}', 'form', IMPORT),
  ctdlAsnReport: get('/api/ctdlasn/reports/{report}', same(404), NO_IMPORT),
  exportAsn: get('/api/asn/{id}', READ_FRAMEWORK),
  importAsn: post('/api/asn', 'JSON', IMPORT),
  importAsnForm: post('/api/asn', 'form', IMPORT),
  asnReport: get('/api/asn/reports/{report}', same(404), NO_IMPORT),
  processJsonLd: post('/api/jsonld', 'JSON', same(200)),
  processJsonLdForm: post('/api/jsonld', 'form', same(200)),
  competencyDefinition: get('/api/scd/{id}', READ_FRAMEWORK),
  competencyDefinitionByType: get('/api/scd/{type}/{id}', READ_FRAMEWORK),
  draftFramework: post('/api/llm/framework', 'JSON', DRAFT, ADDING),
  draftFrameworkForm: post('/api/llm/framework', 'form', DRAFT, ADDING),
  draftWithOllama: post('/api/ollama/framework', 'JSON', DRAFT, ADDING),
  draftWithOllamaForm: post('/api/ollama/framework', 'form', DRAFT, ADDING),
  proposeAlignments: post('/api/llm/align', 'JSON', DRAFT, ALIGNING),
  proposeAlignmentsForm: post('/api/llm/align', 'form', DRAFT, ALIGNING),
  findAlignments: post('/api/align', 'JSON', READ_FRAMEWORK, ALIGNING),
  findAlignmentsForm: post('/api/align', 'form', READ_FRAMEWORK, ALIGNING),
  competencyIndex: get('/api/ce/pna/{id}', READ_FRAMEWORK),
  competencyIndexByType: get('/api/ce/pna/{type}/{id}', READ_FRAMEWORK),
  publishCompetencyIndex: post('/api/ce/pna/{id}', 'JSON', ADMIN, NO_OBJECT),
  publishCompetencyIndexForm: post('/api/ce/pna/{id}', 'form', ADMIN, NO_OBJECT),
  publishCompetencyIndexByType: post('/api/ce/pna/{type}/{id}', 'JSON', ADMIN, NO_OBJECT),
  publishCompetencyIndexByTypeForm: post('/api/ce/pna/{type}/{id}', 'form', ADMIN, NO_OBJECT),
} satisfies Readonly<Record<string, Operation>>;

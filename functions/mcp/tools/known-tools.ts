import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { ToolsetName } from '../../../shared/base/config/mcp.ts';
import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import type { Schema } from './tool.ts';

/** Properties of a tool that cannot be derived from its operation. */
export type KnownTool = {
  /** The name of the tool; by default it is derived from the operation id. */
  readonly name?: string;
  /** The toolset of the tool; `all` by default. */
  readonly toolset?: ToolsetName;
  /** The description of the tool; by default the summary and description of the operation. */
  readonly description?: string;
  readonly annotations?: ToolAnnotations;
  /** Replaces the schema of the body of the operation. */
  readonly body?: (schema: Schema) => Schema;
  /** The body is optional over HTTP, where existing clients send none; a call without one does nothing. */
  readonly needsBody?: true;
  /** Converts the body that was passed into the one to send. */
  readonly unwrap?: (body: JsonObject) => JsonObject | string;
};

const READ = { toolset: 'read' } as const;
const WRITE = { toolset: 'write' } as const;
const ADMIN = { toolset: 'admin' } as const;
const OVERWRITES = { destructiveHint: true, idempotentHint: true } as const;
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;
const ADDS = { destructiveHint: false, idempotentHint: false } as const;
const DELETES = { destructiveHint: true, idempotentHint: true } as const;

const text = (description: string): Schema => ({ type: 'string', description });

/** A form of today's clients: the object in `data`, as an object or as text. */
function objectOrForm(schema: Schema): Schema {
  const data = { anyOf: [schema, text('The object as JSON text.')] };
  const form = {
    type: 'object',
    properties: { data, signatureSheet: text('Ignored: the identity is that of the MCP request.') },
    required: ['data'],
    additionalProperties: false,
  };
  return { description: 'The object to save as JSON-LD; or `{"data": object or its text}`.', anyOf: [form, schema] };
}

function statementOrForm(schema: Schema): Schema {
  const form = { type: 'object', properties: { statement: schema }, required: ['statement'] };
  return { description: 'The statement; or `{"statement": …}`.', anyOf: [schema, form] };
}

function memberOf(name: string, marks: string): NonNullable<KnownTool['unwrap']> {
  return (body) => {
    const value = member(body, name);
    if (value === undefined || member(body, marks) !== undefined) return body;
    return typeof value === 'string' ? value : Object(value);
  };
}

/** Tools by operation id. Operations not listed here are exposed only in the toolset `all`. */
export const KNOWN_TOOLS: Readonly<Record<string, KnownTool>> = {
  ping: {
    name: 'server_status',
    ...READ,
    description: `Whether the CaSS repository answers, its version, and who the caller is: ssoPublicKey is there when a user is signed in.
Hints: take it first when other tools fail.
Arguments: fields: comma-separated names of members of the answer.`,
  },
  searchData: {
    name: 'search_data',
    ...READ,
    description: `Find objects in the CaSS repository: frameworks, competencies, relations, assertions and all other types, best first. Only what the caller may read is found.
Hints: q is in the syntax of Lucene: name:welding AND @type:Competency; "a phrase"; weld*; competency:"<id>". Take find_competencies to look for competencies by what they are about, and get_object for an object whose id is known. Keep size small.
Arguments: q: the query; start, size: the page; index_hint: patterns over types, such as *framework; sort; ids: any value for ids alone; cursor: of the page before.`,
  },
  getObjectByUid: {
    name: 'get_object',
    ...READ,
    description: `Read one object of the CaSS repository as JSON-LD, by its GUID, the MD5 of its id, or its whole id.
Hints: find ids with search_data or find_competencies. A framework lists the ids of its competencies in competency: explain_competency says more about each.
Arguments: uid: the id; version: an earlier version; history: "true" for all versions; audit: "true" for who changed it.`,
  },
  saveObjectByUid: {
    name: 'save_object',
    ...WRITE,
    description: `Save an object of the CaSS repository: a new one, or a new version of one, which replaces the current version. Earlier versions stay in its history.
Hints: read it with get_object before, change what is to change, and send the whole object: members that are left out are gone. @id, @type and @context are needed.
Arguments: uid: GUID of the object, the last part of its @id without version; body: the object.`,
    annotations: OVERWRITES,
    body: objectOrForm,
    unwrap: memberOf('data', '@type'),
  },
  recordStatement: {
    name: 'record_evidence',
    ...WRITE,
    description: `Record evidence about a learner as an xAPI statement: it becomes an assertion on each competency that its activity is aligned to, for or against.
Hints: object.id is the id of a competency, or the address of an activity that is aligned to competencies. result is needed: {"success": true}, or a score. Take record_achievement for the plain case. The answer says what became of it: "ignored" means that nothing was recorded.
Arguments: body: the statement, with actor, verb, object and result.`,
    annotations: ADDS,
    needsBody: true,
    body: statementOrForm,
    unwrap: memberOf('statement', 'actor'),
  },
  get_learner_profile: {
    name: 'get_learner_profile',
    ...READ,
    description: `The state of a learner in each competency of a framework, calculated from the assertions that the caller may read.
Hints: take how_am_i_doing for a summary in sentences. explain="true" adds the reasons.
Arguments: frameworkId: any id of the framework; subject: the learner: a public key (PEM), its fingerprint, the id of a Person, or an e-mail address; flushCache, cache, targetDateTime and others as described.`,
  },
  getObject: { name: 'get_object_by_type' },
  saveObject: {
    name: 'save_object_by_type',
    annotations: OVERWRITES,
    body: objectOrForm,
    unwrap: memberOf('data', '@type'),
  },
  saveObjectVersion: { annotations: OVERWRITES, body: objectOrForm, unwrap: memberOf('data', '@type') },
  deleteObjectByUid: { name: 'delete_object', ...WRITE, annotations: DELETES },
  deleteObject: { name: 'delete_object_by_type' },
  multiGet: { ...READ, annotations: READS },
  multiPut: { ...WRITE, annotations: OVERWRITES },
  multiDelete: { ...WRITE, annotations: DELETES },
  recordStatements: { ...WRITE, needsBody: true, annotations: ADDS },
  putStatement: { name: 'record_evidence_under_id' },
  getObjectVersion: READ,
  exportCtdlAsn: READ,
  case11CFDocumentsList: READ,
  case11CFPackages: READ,
  competencyDefinition: READ,
  learnerRecord: READ,
  verifyBadge: { ...READ, annotations: { ...READS, openWorldHint: true } },
  postLearnerProfile: { ...READ, annotations: READS },
  search: { annotations: READS },
  postSearch: { annotations: READS },
  postSearchData: { annotations: READS },
  processJsonLd: { annotations: { ...READS, openWorldHint: true } },
  login: { annotations: READS },
  importCtdlAsn: { ...WRITE, annotations: OVERWRITES },
  importCasePackage: { ...WRITE, annotations: { ...OVERWRITES, openWorldHint: true } },
  importAsn: { ...WRITE, annotations: OVERWRITES },
  importCtdlAsnAt: { annotations: OVERWRITES },
  importCeasnAt: { annotations: OVERWRITES },
  draftFramework: { annotations: { ...ADDS, openWorldHint: true } },
  draftFrameworkWithOllama: { annotations: { ...ADDS, openWorldHint: true } },
  proposeAlignments: { annotations: { ...READS, openWorldHint: true } },
  importBadge: { ...WRITE, annotations: { ...ADDS, openWorldHint: true } },
  harvestCase: { ...WRITE, annotations: { ...OVERWRITES, openWorldHint: true } },
  listRemoteCaseDocuments: { annotations: { ...READS, openWorldHint: true } },
  publishCompetencyIndex: { ...ADMIN, annotations: OVERWRITES },
  publishCompetencyIndexByType: { annotations: OVERWRITES },
  commitIdentity: { annotations: OVERWRITES },
  pollRecordStores: { ...ADMIN, annotations: { ...ADDS, openWorldHint: true } },
  reindex: { ...ADMIN, annotations: { destructiveHint: false, idempotentHint: true } },
  purge: { ...ADMIN, annotations: DELETES },
  cull: { ...ADMIN, annotations: DELETES },
  cullFast: { ...ADMIN, annotations: DELETES },
  importObjects: { ...ADMIN, annotations: OVERWRITES },
  copyServer: { ...ADMIN, annotations: { ...ADDS, openWorldHint: true } },
  cancelCopy: { ...ADMIN, annotations: { destructiveHint: false, idempotentHint: true } },
  listOperations: ADMIN,
  listRecordStores: ADMIN,
  listChanges: ADMIN,
  exportObjects: ADMIN,
};

/** Operations without a tool: the API description, health, sign-in pages, streams, and MCP itself. */
export const WITHOUT_TOOL: readonly string[] = [
  'openapi',
  'swagger',
  'openapiPage',
  'swaggerPage',
  'livez',
  'readyz',
  'readChanges',
  'mcp',
  'endMcpSession',
  'signIn',
  'signInAlias',
  'signOut',
  'signOutAlias',
  'callback',
  'callbackAlias',
  'protectedMcpResource',
];

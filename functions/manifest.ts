import type { AdapterName } from '../shared/exchange/frameworks/adapter-keys.ts';
import type { Endpoint, Endpoints } from '../shared/http/endpoint.ts';
import type { RouteGroup } from '../shared/http/route.ts';
import type { ServerContext } from './context.ts';
import type { Group } from './group.ts';

/** A secret of the service. */
export type SecretName =
  | 'admin-key'
  | 'master-key'
  | 'profile-key'
  | 'server-secret'
  | 'salts'
  | 'xapi-key'
  | 'badge-key'
  | 'replication-key'
  | `${AdapterName}-key`;

/**
 * Access to small values, which include identities. `write-short`: reads and writes short entries, such as leases and bookmarks.
 * `write`: reads and writes entries of any length. `invalidate`: finds and removes short entries, as a write does with the generations
 * of cached profiles. `clear`: finds and removes all entries; without it, entries are found only by their keys. `count`: counts
 * requests, for rate limits.
 */
export type ValueAccess = 'read' | 'invalidate' | 'write-short' | 'write' | 'clear' | 'count';

/** The permissions of a function; on AWS, the permissions of its role. */
export type Rights = {
  /** Secrets that it reads, and creates if they are missing. */
  readonly secrets: readonly SecretName[];
  /** Reads and writes objects; `delete`: also removes unused indices. */
  readonly search?: 'use' | 'delete';
  readonly values?: readonly ValueAccess[];
  /** `ring`: requests the delivery of changes to subscribers; `stream`: is called for each ring. */
  readonly changes?: readonly ('ring' | 'stream')[];
  /** `record`: records connections that open and close; `all`: also lists them. */
  readonly connections?: 'record' | 'all';
  /** Sends messages to subscribers. */
  readonly subscribers?: true;
};

/** The function that serves a group on AWS, where each group has one. */
export type GroupFunction = {
  /** Whether requests whose path leads to no function are sent to it. */
  readonly takesUnknownPaths?: true;
  readonly rights: Rights;
  /** Maximum size of its minified bundle: reading and compiling it takes most of a cold start. */
  readonly maxBundleBytes: number;
  /** Names of groups whose endpoints the function also serves, before its own: those that its own paths would take. */
  readonly alsoServes?: readonly string[];
  /** Folders or files that the bundle may contain in addition to the common parts of `shared/`. */
  readonly contents: readonly string[];
  /**
   * Milliseconds of processor time that the start with the first response may take in addition to a function of Hono alone, measured by
   * `npm run bench`. Absent: not measured.
   */
  readonly coldStartMs?: number;
  /** Serves the API description and its page, whose files are packed beside the bundle. */
  readonly servesApiPage?: true;
  /** Serves the editor, whose files are packed beside the bundle. */
  readonly servesEditor?: true;
  /** Reads the API description, which is packed beside the bundle. */
  readonly readsDescription?: true;
  readonly memoryMb?: number;
  readonly timeoutSeconds?: number;
};

/**
 * A group of endpoints, without their code: the API description and the deployment to AWS are generated from manifests. The
 * name is the name of the folder, of the tag in the description, and of the function.
 */
export type Manifest = RouteGroup & {
  /** Endpoints that are not in the description, such as files of pages. */
  readonly undescribed?: Endpoints;
  /** Name of the group in DISABLED_ADAPTERS (specification: Degraded mode); absent: it cannot be disabled. */
  readonly adapter?: string;
  /** Loads the code. */
  readonly load: () => Promise<Pick<Group<ServerContext>, 'mount'>>;
  readonly function: GroupFunction;
};

/** All endpoints of a group that every platform serves. */
export function endpointsOf({ routes, undescribed = {} }: Manifest): readonly Endpoint[] {
  return [...routes, ...Object.values(undescribed)];
}

/** Maximum bundle size of functions that must start quickly. */
export const CORE_BUNDLE_BYTES = 400_000;

/** Maximum cold start of functions that must start quickly, in milliseconds. */
export const CORE_COLD_START_MS = 40;

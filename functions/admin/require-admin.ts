import { Problem } from '../../shared/base/errors/problem.ts';
import { parseWith } from '../../shared/base/schema/parameters.ts';
import type { Call } from '../../shared/http/call.ts';
import { NO_PARAMETERS, type Payload, readPayload } from '../../shared/http/payload.ts';
import type { MatchedRoute } from '../../shared/http/serve.ts';
import { queryOf } from '../../shared/http/urlencoded.ts';
import { ANONYMOUS, type Caller, isAdmin, refusal } from '../../shared/repository/access/caller.ts';
import { isObject } from '../../shared/repository/linked-data/json.ts';
import type { AdminContext } from './context.ts';
import { adminEndpoints, copyEndpoints } from './endpoints.ts';
import { operationQuery } from './parameters.ts';

/** The admin of a request. */
export type Admin = {
  /** Has admin rights on every object. */
  readonly caller: Caller;
  /** Name in the audit log: the fingerprint of an admin key, or "secret". */
  readonly by: string;
  /** The parameters in the body; empty if the endpoint takes none. */
  readonly payload: Payload;
};

type ProofContext = Pick<AdminContext, 'config' | 'isAdminSecret'>;

/** The endpoints whose bodies are parameters. */
const PARAMETER_PATHS: ReadonlySet<string> = new Set(
  [...Object.values(adminEndpoints), copyEndpoints.copyServer].map(({ path }) => path),
);

/** The caller that sends the server's secret: an admin for all objects, without a key. */
const BY_SECRET: Caller = { ...ANONYMOUS, everywhere: { keys: new Set(), admin: true } };

/**
 * Refuses callers that are not admins (specification: Administration, Authentication 7). An admin has proved an admin key for all
 * objects, or sends the server's secret: in the header `x-admin-secret`, in the form part or JSON member `secret`, or, with
 * ADMIN_SECRET_IN_QUERY, in the query.
 *
 * @throws Problem `admin-only` (401), or the error of the caller's own sheet; `too-many-entries`, `invalid-parameter` (400)
 */
export async function admit(ctx: ProofContext, call: Call, { method, path }: MatchedRoute): Promise<Admin> {
  const takesParameters = method !== 'DELETE' && PARAMETER_PATHS.has(path);
  const payload = takesParameters ? await readPayload(ctx, call, { uniqueMembers: true }) : NO_PARAMETERS;
  const { request, log } = call;
  const caller = await call.caller();
  if (isAdmin(caller, null)) {
    const proof = caller.proofs.find(({ admin, everywhere }) => admin && everywhere);
    return { payload, caller, by: proof === undefined ? 'admin key' : proof.key.fingerprint };
  }
  const operation = path.slice(path.lastIndexOf('/') + 1);
  const given = secretsGiven(ctx, request, payload);
  if (given.some(ctx.isAdminSecret)) return { payload, caller: BY_SECRET, by: 'secret' };
  if (given.length > 0) log.warn('AUTH', 'A wrong secret for an admin operation was refused', { operation });
  throw refusal(caller, new Problem('admin-only', refusalText(payload, operation)));
}

function secretsGiven({ config }: ProofContext, request: Request, payload: Payload): readonly string[] {
  const inQuery = config.adminSecretInQuery ? queryOf(request).getAll('secret') : [];
  const elsewhere = [request.headers.get('x-admin-secret'), textPart(payload, 'secret')];
  return [...elsewhere, ...inQuery].filter((text) => typeof text === 'string' && text !== '') as string[];
}

/** Form clients expect this sentence, in which culls are called a reindex too. */
function refusalText(payload: Payload, operation: string): string {
  if (payload.binding !== 'form') {
    return 'Only an admin may do this: sign with the admin key, or send the secret of the server.';
  }
  const known = operation.startsWith('cull') ? 'reindex' : operation;
  return `You must provide secret=\`cat skyId.secret\` to invoke ${known}.`;
}

/**
 * The text of a form part, or of a text or boolean member of a JSON body; undefined when there is none.
 *
 * @throws Problem `invalid-parameter` (400) for members of other kinds
 */
export function textPart(payload: Payload, name: string): string | undefined {
  const text = payload.part(name);
  if (text === undefined || payload.binding === 'form') return text;
  const value: unknown = JSON.parse(text);
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  throw new Problem('invalid-parameter', `${name}: must be a text or a boolean.`, { where: name });
}

/**
 * Whether an operation is a dry run: `dryRun` of the body or of the query. Since it is a safeguard, no other value may override it.
 *
 * @throws Problem `invalid-parameter` (400) for anything but true and false, and for both; `malformed-request` (400) for a JSON
 *   body that is not an object
 */
export function isDryRun(request: Request, payload: Payload): boolean {
  const body = payload.binding === 'json' ? payload.data() : undefined;
  if (body !== undefined && !isObject(body)) {
    throw new Problem('malformed-request', 'The request body is not a JSON object.');
  }
  const given = [textPart(payload, 'dryRun'), ...queryOf(request).getAll('dryRun')];
  const asked = new Set(given.map((text) => parseWith(operationQuery, { dryRun: text }).dryRun));
  if (asked.has('true') && asked.has('false')) {
    throw new Problem('invalid-parameter', 'dryRun: is given as true and as false.', { where: 'dryRun' });
  }
  return asked.has('true');
}

import type { PublicKey } from '../../base/crypto/public-key.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { ImportContext } from '../../exchange/frameworks/read-stored.ts';
import { type Caller, faultOf } from '../../repository/access/caller.ts';
import type { Call } from '../call.ts';
import type { DocumentPayload } from '../document-payload.ts';
import { queryOf } from '../urlencoded.ts';

/** What a request to import says besides the document. */
export type ImportRequest = {
  readonly caller: Caller;
  /** A key that owns new objects besides the others; null without one. */
  readonly owner: PublicKey | null;
  /** Report what would be saved, and store nothing. */
  readonly dryRun: boolean;
  /** Save everything under new ids. */
  readonly copy: boolean;
  /** Report the outlines of the frameworks too. */
  readonly outline: boolean;
};

/**
 * Reads the caller, `owner` and the switches of an import, once its body is there.
 *
 * @param part the text of a form part
 * @throws Problem `invalid-parameter`, `malformed-key` (400), or the fault of the caller's sheet: the stored objects would have no owner
 */
export async function readImportRequest(
  ctx: Pick<ImportContext, 'readKey'>,
  call: Call,
  { part }: Pick<DocumentPayload, 'part'>,
): Promise<ImportRequest> {
  const caller = await call.caller();
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  const isOn = (name: string): boolean => switchOf(call, name, part(name));
  const [dryRun, copy, outline] = [isOn('dryRun'), isOn('copy'), isOn('outline')];
  return { caller, owner: readOwner(ctx, part('owner')), dryRun, copy, outline };
}

/** The key of a PEM; null for none and for blanks. @throws Problem `malformed-key` (400) */
export function readOwner({ readKey }: Pick<ImportContext, 'readKey'>, pem: string | undefined): PublicKey | null {
  return pem === undefined || pem.trim() === '' ? null : readKey(pem);
}

/** Whether a switch, in the query or a form, is `true`; values that contradict each other are refused. */
function switchOf({ request }: Call, name: string, part: string | undefined): boolean {
  const given = new Set([...queryOf(request).getAll(name), ...(part === undefined ? [] : [part])]);
  const [value = 'false', ...others] = given;
  if (others.length === 0 && (value === 'true' || value === 'false')) return value === 'true';
  throw new Problem('invalid-parameter', `${name}: must be true or false, and the same wherever it is given.`, {
    where: name,
  });
}

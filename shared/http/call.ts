import type { Hold, Release, Reservation } from '../base/concurrency/memory-budget.ts';
import { clientAddress, isTrustedPeer, requestOrigin } from '../base/network/client-address.ts';
import { type LogFields, type Logger, withFields } from '../base/telemetry/logger.ts';
import { type Caller, joinCallers } from '../repository/access/caller.ts';
import type { Context } from '../repository/context.ts';
import type { SignedIn, SignOnResult } from '../repository/sign-on.ts';
import { callerBySheets } from './caller.ts';

/** A body that may contain a signature sheet. */
type SheetPart = { readonly part: (name: 'signatureSheet') => string | undefined };

/** One request, from its arrival until it has been answered. */
export type Call = {
  readonly request: Request;
  /** Address of the other end of the connection, which may be a proxy; undefined where the platform does not know it. */
  readonly peerAddress: string | undefined;
  /** Variable segments of the path, by name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The value of the `x-request-id` header of the answer. */
  readonly id: string;
  /** Headers that hooks add to the answer, also to an error. */
  readonly answerHeaders: Record<string, string>;
  /** Adds the request id, the address of the client, and the issuer and subject of a signed-in user to every entry. */
  readonly log: Logger;
  /** Reads the body with `read`, which a request allows once; a signature sheet in it applies to {@link Call.caller}. */
  readonly body: <T extends SheetPart>(read: () => Promise<T>) => Promise<T>;
  /**
   * The caller, as proved by the signature sheets in the header and in the body, if that has been read (specification:
   * Authentication 1), and by the session cookie or bearer token. Verified once.
   *
   * @throws Problem `too-many-entries` (400)
   */
  readonly caller: () => Promise<Caller>;
  /** The signed-in user, by session cookie or bearer token; null without a valid one, and in key-based mode. */
  readonly signedIn: () => Promise<SignedIn | null>;
  /** The caller, if {@link Call.caller} has already identified it; null otherwise. */
  readonly known: () => Caller | null;
  /**
   * Holds at least this much of the memory budget until the request has been answered.
   *
   * @throws Problem `overloaded` (503)
   */
  readonly hold: Hold;
  /** Releases the memory of the body once it is no longer needed: the response may wait for memory without holding any. */
  readonly release: Release;
  /** See {@link Reservation.keep}. */
  readonly keep: (bytes: number) => Reservation;
};

/** Dependencies of a call on the process. */
export type CallContext = Pick<Context, 'memory' | 'logger' | 'sheets' | 'forwarding' | 'signOn' | 'onRequest'> & {
  readonly config: Pick<Context['config'], 'network'>;
};

/** A call for a request that has just arrived. `release` ends it. */
export function createCall(
  ctx: CallContext,
  request: Request,
  parameters: Call['parameters'],
  peerAddress?: string,
): Call {
  const id = crypto.randomUUID();
  const memory = ctx.memory.reserve();
  let sheetInBody: string | undefined;
  let caller: Promise<Caller> | null = null;
  let known: Caller | null = null;
  const facts: Record<string, LogFields[string]> = { requestId: id, client: addressOf(ctx, request, peerAddress) };
  let identified: Promise<SignOnResult> | null = null;

  function identify({ identify }: NonNullable<CallContext['signOn']>): Promise<SignOnResult> {
    identified ??= identify({ request, peerAddress, isHandshake: false });
    return identified;
  }

  async function prove(): Promise<Caller> {
    const { signOn } = ctx;
    const bySheets = callerBySheets(ctx, [request.headers.get('signatureSheet'), sheetInBody]);
    if (signOn === null) return ctx.forwarding.apply(await bySheets);
    const [caller, result] = await Promise.all([bySheets, identify(signOn)]);
    Object.assign(facts, result.signedIn?.logged);
    return ctx.forwarding.apply(joinCallers(caller, result.caller));
  }

  return {
    request,
    peerAddress,
    parameters,
    id,
    answerHeaders: {},
    log: withFields(ctx.logger, facts),
    async body(read) {
      const body = await read();
      sheetInBody = body.part('signatureSheet');
      caller = null;
      return body;
    },
    caller() {
      caller ??= prove().then((proved) => {
        known = proved;
        return proved;
      });
      return caller;
    },
    known: () => known,
    async signedIn() {
      return ctx.signOn === null ? null : (await identify(ctx.signOn)).signedIn;
    },
    hold: memory.hold,
    release: memory.release,
    keep: memory.keep,
  };
}

/** The address of the client, for the log. */
function addressOf({ config }: CallContext, request: Request, peerAddress: string | undefined): string | undefined {
  if (!isTrustedPeer(config, peerAddress)) return peerAddress;
  return clientAddress(config, requestOrigin(request, peerAddress)) ?? undefined;
}

import { CATALOG, type ProblemCode } from './catalog.ts';

/** Facts about a problem for programs, shown as members of the problem document (RFC 9457 section 3.2). */
type ProblemExtras = {
  /** The part of the request at fault: a member, parameter or part name, or a JSON pointer. */
  readonly where?: string;
  /** Zero-based position in the text that could not be parsed. */
  readonly position?: number;
  /** Methods that the address accepts; sent as `Allow`. */
  readonly allow?: string;
  /** How to authenticate; sent as `WWW-Authenticate`. Absent: with a signature sheet. */
  readonly challenge?: string;
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  readonly retryAfter?: number;
};

/**
 * An error that is reported to the caller (RFC 9457). Thrown anywhere below the handlers, rendered once, in `shared/http`, in the
 * format of the protocol of the request.
 *
 * `detail` is shown to callers: it tells what is wrong and where, and never quotes an engine, a path or someone else's data.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;

  /** @param options may have a `cause`, for the log only */
  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = {}, options: ErrorOptions = {}) {
    super(detail, options);
    this.name = 'Problem';
    this.code = code;
    this.extras = extras;
  }

  /** The HTTP status of this kind of problem. */
  get status(): (typeof CATALOG)[ProblemCode]['status'] {
    return CATALOG[this.code].status;
  }
}

/** A {@link Problem} as plain data, which can be passed between threads. */
export type ProblemRecord = { readonly code: ProblemCode; readonly detail: string; readonly extras: ProblemExtras };

/** The problem as plain data. */
export function recordOf({ code, message, extras }: Problem): ProblemRecord {
  return { code, detail: message, extras };
}

/** Reverses {@link recordOf}. */
export function problemFrom({ code, detail, extras }: ProblemRecord): Problem {
  return new Problem(code, detail, extras);
}

/** The value of `type` for a kind of problem; its page is `docs/errors/<code>.md`. */
export function problemType(code: string): string {
  return `urn:competency-service:problem:${code}`;
}

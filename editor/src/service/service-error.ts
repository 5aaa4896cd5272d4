import * as z from 'zod/mini';

/** The kinds of errors that pages distinguish. */
export type ServiceErrorKind =
  | 'offline'
  | 'unauthorized'
  | 'conflict'
  | 'too-large'
  | 'not-found'
  | 'invalid'
  | 'busy'
  | 'failed';

/** A problem document of the service (RFC 9457), as far as it can be read. */
export type ServiceProblem = z.infer<typeof problemSchema>;

const problemSchema = z.object({
  type: z.optional(z.string()),
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
  where: z.optional(z.string()),
  position: z.optional(z.number()),
  requestId: z.optional(z.string()),
});

const statusSchema = z.object({ status: z.number() });

const NO_RESPONSE = 0;

/** An answer of the service other than success, or a missing answer: then `kind` is `offline` and `status` is 0. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  readonly problem: ServiceProblem;
  /** What `Retry-After` asks for; null without it. */
  readonly retryAfterMs: number | null;

  constructor(status: number, problem: ServiceProblem, retryAfterMs: number | null = null) {
    super(problem.detail ?? problem.title ?? (status === NO_RESPONSE ? 'No answer.' : `Status ${status}.`));
    this.kind = kindOf(status);
    this.status = status;
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }

  /** The code of the problem, such as `invalid-sheet`; null for an answer without one. */
  get code(): string | null {
    return this.problem.type?.split(':').at(-1) ?? null;
  }
}

/** The error of a request that got no answer. */
export function offlineError(): ServiceError {
  return new ServiceError(NO_RESPONSE, { title: 'The service cannot be reached.' });
}

/** Whether there is nothing at an address, or nothing that the person may see. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'not-found';
}

/** Returns an error that concerns one object: others may still be saved. @throws the error when it concerns every request */
export function errorOfOne(error: unknown): ServiceError {
  if (!(error instanceof ServiceError)) throw error;
  if (error.kind === 'offline' || error.kind === 'busy') throw error;
  return error;
}

/** The error that a response other than success describes. Reads its body. */
export async function readServiceError(response: Response): Promise<ServiceError> {
  const text = await response.text().catch(() => '');
  return new ServiceError(response.status, readProblem(text), readRetryAfter(response.headers.get('retry-after')));
}

/** The error of a problem document that is part of an answer. */
export function problemError(document: string): ServiceError {
  const { status } = statusSchema.parse(JSON.parse(document));
  return new ServiceError(status, readProblem(document));
}

function readProblem(text: string): ServiceProblem {
  try {
    const parsed = problemSchema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // A proxy answers in plain text or HTML: only the former can be shown.
  }
  return text.includes('<') || text === '' ? {} : { detail: text.slice(0, 500) };
}

function readRetryAfter(value: string | null): number | null {
  const seconds = value === null ? Number.NaN : Number(value);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

const KINDS: Readonly<Record<number, ServiceErrorKind>> = {
  0: 'offline',
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not-found',
  409: 'conflict',
  412: 'conflict',
  413: 'too-large',
  419: 'unauthorized',
  429: 'busy',
  431: 'too-large',
  451: 'unauthorized',
  502: 'busy',
  503: 'busy',
  504: 'busy',
};

function kindOf(status: number): ServiceErrorKind {
  return KINDS[status] ?? (status >= 400 && status < 500 ? 'invalid' : 'failed');
}

/** Something that keeps a source from being read, in words for the operator. */
export class SourceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceError';
  }
}

/** A source answered a question as it should not, and may answer others. */
export class AnswerError extends SourceError {}

/** How requests are repeated: a function that waits so many milliseconds. */
export type Wait = (milliseconds: number) => Promise<void>;

/** Tries of one request. */
const ATTEMPTS = 7;

/** Tries of a request that the server fails over: it will again. */
const ATTEMPTS_AFTER_FAULT = 2;

/** Milliseconds before the second try, doubled before each further one: about a minute altogether. */
const FIRST_WAIT = 500;

/** No server is waited for longer than this between two tries, whatever it asks for; milliseconds. */
const LONGEST_WAIT = 60_000;

/**
 * Sends a request again when the network fails or the server is busy: status 429, or 5xx, with the pause that
 * `Retry-After` asks for (RFC 9110, 10.2.3) or a growing one.
 *
 * @param send makes and sends the request anew each time
 * @param attempts how often at most
 * @returns the answer, which may be the last of the 5xx
 * @throws SourceError when the network failed each time
 */
export async function withRetries(send: () => Promise<Response>, wait: Wait, attempts = ATTEMPTS): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const last = attempt === attempts;
    let pause = FIRST_WAIT * 2 ** (attempt - 1);
    try {
      const response = await send();
      const { status } = response;
      if (last || (status !== 429 && status < 500)) return response;
      if (status === 500 && attempt >= ATTEMPTS_AFTER_FAULT) return response;
      pause = retryAfter(response) ?? pause;
      void response.body?.cancel();
    } catch (error) {
      if (last) throw new SourceError(`The server cannot be reached: ${causeOf(error)}`, { cause: error });
    }
    await wait(Math.min(pause, LONGEST_WAIT));
  }
}

function retryAfter(response: Response): number | null {
  const text = response.headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) * 1000 : null;
}

/** What `fetch` hides behind "fetch failed". */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

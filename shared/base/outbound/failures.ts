import { Problem } from '../errors/problem.ts';

/** The problem of a failed call. @param does verb phrase that completes the message, such as `does not answer` */
export function failure(url: URL, does: string, cause?: unknown): Problem {
  if (cause instanceof Problem) return cause;
  return new Problem('fetch-failed', `The server at ${url.origin} ${does}.`, {}, { cause });
}

/** The problem of an address that may not be fetched. */
export function refusal(url: URL): Problem {
  const detail = `The service does not fetch this address at ${url.origin}: it is not an allowed one, or not public.`;
  return new Problem('fetch-refused', detail);
}

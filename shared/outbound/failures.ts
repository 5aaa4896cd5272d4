import { Problem } from '../errors/problem.ts';

/** A failure of another server. @param does what it does, after its name */
export function failure(url: URL, does: string, cause?: unknown): Problem {
  if (cause instanceof Problem) return cause;
  return new Problem('fetch-failed', `The server at ${url.origin} ${does}.`, {}, { cause });
}

/** The refusal of an address. */
export function refusal(url: URL): Problem {
  const detail = `The service does not fetch this address at ${url.origin}: it is not an allowed one, or not public.`;
  return new Problem('fetch-refused', detail);
}

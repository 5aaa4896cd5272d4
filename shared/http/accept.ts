import { Problem } from '../errors/problem.ts';

/** Media ranges that our JSON answers to. Plain text counts: clients ask for it and read JSON. */
const SERVED = /^(?:\*\/\*|application\/(?:\*|json|ld\+json|problem\+json)|text\/(?:\*|plain))$/;

/**
 * Refuses a request that accepts none of the media types in which objects are offered (RFC 9110, 12.5.1).
 *
 * @param others media types that are also offered
 * @throws Problem `not-acceptable` (406) naming what is offered
 */
export function requireJsonAccepted(accept: string | null | undefined, others: readonly string[] = []): void {
  if (accept === null || accept === undefined || accept === '') return;
  if (!hasRange(accept, (range) => SERVED.test(range))) {
    throw new Problem(
      'not-acceptable',
      `Offered are ${['application/json', 'application/ld+json', ...others].join(', ')}.`,
      {
        where: 'Accept',
      },
    );
  }
}

/** Whether `Accept` names exactly this media type, in lower case; ranges that include it do not count. */
export function asksFor(request: Request, mediaType: string): boolean {
  return hasRange(request.headers.get('accept') ?? '', (range) => range === mediaType);
}

/** Whether one of the media ranges fulfills `isSuch`, and is not refused by `q=0`. */
function hasRange(accept: string, isSuch: (range: string) => boolean): boolean {
  return accept
    .toLowerCase()
    .split(',')
    .some((one) => {
      const [range = '', ...parameters] = one.split(';').map((part) => part.trim());
      return isSuch(range) && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    });
}

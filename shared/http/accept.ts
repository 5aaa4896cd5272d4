import { Problem } from '../errors/problem.ts';

/** Media ranges that our JSON answers to. Plain text counts: clients ask for it and read JSON. */
const SERVED = /^(?:\*\/\*|application\/(?:\*|json|ld\+json|problem\+json)|text\/(?:\*|plain))$/;

/**
 * Refuses a request that takes none of the forms that objects are offered in (RFC 9110, 12.5.1).
 *
 * @throws Problem `not-acceptable` (406) naming what is offered
 */
export function requireJsonAccepted(accept: string | null | undefined): void {
  if (accept === null || accept === undefined || accept === '') return;
  const ranges = accept.toLowerCase().split(',');
  const served = ranges.some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    return SERVED.test(type) && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
  if (!served) {
    throw new Problem('not-acceptable', 'Objects are offered as application/json and application/ld+json.', {
      where: 'Accept',
    });
  }
}

import type { Config } from '../base/config/config.ts';
import type { Problem } from '../base/errors/problem.ts';
import { type Offer, type Offers, preferredOf } from './accept.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import { problemFormat, renderProblem } from './render-problem.ts';
import type { ProblemRenderer } from './serve.ts';

type PageConfig = Pick<Config, 'basePath' | 'disabledAdapters'>;

/** A page for people. */
const PAGE: Offer<boolean> = { type: 'text/html', also: ['application/xhtml+xml'], form: true };

/** Plain text is the same as for other problems. */
const JSON_AND_TEXT: Offers<boolean> = [
  { type: 'application/problem+json', also: ['application/json'], form: false },
  { type: 'text/plain', form: false },
];

/**
 * Whether a request is one of a person in a browser: it reads, and prefers a page to what programs get (RFC 9110, 12.5.1).
 *
 * @param others what is offered besides a page
 */
export function prefersPage(
  { method, headers }: Pick<Request, 'method' | 'headers'>,
  others: readonly Offer<unknown>[] = JSON_AND_TEXT,
): boolean {
  const accept = headers.get('accept');
  if (accept === null || !['GET', 'HEAD'].includes(method) || isJavaDefault(accept)) return false;
  const [first = PAGE, ...rest] = others.map((offer) => ({ ...offer, form: false }));
  return preferredOf(accept, [first, ...rest, PAGE])?.form === true;
}

/**
 * Whether `Accept` has the range `*`, which is none: programs in Java that do not set the header send
 * `text/html, image/gif, image/jpeg, *; q=.2, any other; q=.2`, whatever they read.
 */
function isJavaDefault(accept: string): boolean {
  return accept.split(',').some((range) => range.split(';', 1)[0]?.trim() === '*');
}

/** Writes problems as pages where a request prefers these, and otherwise as usual. */
export function pageRenderer(config: PageConfig): ProblemRenderer {
  return (problem, call) =>
    arePagesOn(config) && prefersPage(call.request)
      ? pageOf(problem, call, config)
      : renderProblem(problem, problemFormat(call.request), call.id);
}

/** Whether browsers get pages at the addresses of objects (PUBLIC_PAGES). */
export function arePagesOn({ disabledAdapters }: Pick<Config, 'disabledAdapters'>): boolean {
  return !disabledAdapters.includes('pages');
}

/** A problem as a page: see `problemPage`, which is loaded at the first of them. */
export async function pageOf(
  problem: Problem,
  call: Pick<Call, 'request' | 'id'>,
  config: PageConfig,
): Promise<Answer> {
  const { problemPage } = await import('./problem-page.ts');
  return problemPage(problem, call, config);
}

import type { Config } from '../base/config/config.ts';
import type { Problem } from '../base/errors/problem.ts';
import { type Offers, preferredOf } from './accept.ts';
import type { Answer } from './answer.ts';

/** Plain text is the same as for other problems. */
const OFFERED: Offers<boolean> = [
  { type: 'application/problem+json', also: ['application/json'], form: false },
  { type: 'text/plain', form: false },
  { type: 'text/html', also: ['application/xhtml+xml'], form: true },
];

/** Whether a request is one of a person in a browser: it reads, and prefers a page to JSON (RFC 9110, 12.5.1). */
export function prefersPage({ method, headers }: Request): boolean {
  return ['GET', 'HEAD'].includes(method) && preferredOf(headers.get('accept'), OFFERED)?.form === true;
}

/**
 * The page for people at an address that does not exist. It loads nothing, and has nothing in it of what the request said.
 *
 * @param requestId the id of the request in the log
 */
export function notFoundPage(
  { message, status }: Problem,
  requestId: string,
  { basePath, disabledAdapters }: Pick<Config, 'basePath' | 'disabledAdapters'>,
): Answer {
  const [path, words] = disabledAdapters.includes('editor')
    ? ['/api/openapi/', 'Description of the API']
    : ['/', 'Start page'];
  const body = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>Not found</title>
  </head>
  <body>
    <main>
      <h1>Not found</h1>
      <p>${escaped(message)}</p>
      <p><a href="${escaped(basePath + path)}">${words}</a></p>
      <p><small>Request ${escaped(requestId)}</small></p>
    </main>
  </body>
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    vary: 'Accept',
  };
  return { status, headers, body };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

import { Problem } from '../errors/problem.ts';

/** The end of a name that is repeated in an error. */
const SHOWN = 40;

/**
 * Reads `application/x-www-form-urlencoded` text, of a query string or a body (URL standard, 5.1). Where the standard puts
 * U+FFFD in place of bytes that are not UTF-8, they are refused: what is stored or searched for is what was sent.
 *
 * @param code the problem of the place where the text stands
 * @throws Problem with this code (400) naming the first parameter whose name or value is not UTF-8
 */
export function parseUrlencoded(text: string, code: 'invalid-parameter' | 'malformed-request'): URLSearchParams {
  const pairs = text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair, index): [string, string] => {
      const mark = pair.indexOf('=');
      const name = decoded(mark === -1 ? pair : pair.slice(0, mark));
      if (name === null) throw new Problem(code, `The name of parameter ${index + 1} is not UTF-8.`);
      const value = decoded(mark === -1 ? '' : pair.slice(mark + 1));
      if (value !== null) return [name, value];
      throw new Problem(code, `The value of ${name.slice(0, SHOWN)} is not UTF-8.`, { where: name.slice(0, SHOWN) });
    });
  return new URLSearchParams(pairs);
}

/** Null when the bytes are not UTF-8. A percent sign without two hexadecimal digits stands for itself. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ').replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));
  } catch {
    return null;
  }
}

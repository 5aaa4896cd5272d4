import { printParseErrorCode, visit } from 'jsonc-parser';

/** Where a text stops being JSON (RFC 8259), zero-based, and why in words. */
export type JsonFault = { readonly position: number; readonly reason: string };

class Found extends Error {
  readonly fault: JsonFault;
  constructor(fault: JsonFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

/**
 * Finds the first fault of a text that `JSON.parse` refused: engines tell it in their own words, some without a
 * position and some with a piece of the text, which may hold a secret.
 *
 * @returns null where none can be named, such as in texts nested too deeply to follow
 */
export function jsonFault(text: string): JsonFault | null {
  try {
    visit(
      text,
      {
        onError(code, position) {
          throw new Found({ position, reason: inWords(printParseErrorCode(code)) });
        },
      },
      { disallowComments: true, allowTrailingComma: false },
    );
  } catch (error) {
    if (error instanceof Found) return error.fault;
    if (!(error instanceof RangeError)) throw error; // RangeError: nested beyond the stack
  }
  return null;
}

/** `CloseBraceExpected` → `close brace expected`. */
function inWords(code: string): string {
  return code.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase();
}

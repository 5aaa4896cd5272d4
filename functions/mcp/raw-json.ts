import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { encodeUtf8, joinBytes } from '../../shared/base/crypto/text-encoding.ts';

/** Tools of a list, as JSON with commas between them. */
export type ToolsJson = {
  readonly text: string;
  /** The same in UTF-8, ready to be sent. */
  readonly bytes: Uint8Array;
};

/**
 * Long texts in an answer, unchanged. The code that makes the answer copies and writes a short placeholder for each: so JSON is
 * neither parsed nor serialized again, and its numbers keep all their digits.
 */
export type RawJson = {
  /** The placeholder for a string. */
  readonly string: (text: string) => string;
  /** The placeholder for a value, given as JSON: an object for an object, an array for an array. Any other value is parsed. */
  readonly value: (text: string) => unknown;
  /** The placeholder for the tools of a list. */
  readonly tools: (tools: ToolsJson) => ListedTool[];
  /** The answer with the texts in place of their placeholders; in UTF-8 if a long one is among them. */
  readonly fill: (answer: string) => string | Uint8Array<ArrayBuffer>;
};

/** The name in a placeholder: the id of the answer, and the index of the text. */
const NAME = String.raw`"raw-([0-9a-f-]{36})-(\d+)"`;

/** The placeholders of an object, of an array, of tools, and of a string. */
const MARK = new RegExp(
  String.raw`(?:\{${NAME}:0\}|\[${NAME}\]|\{"name":${NAME},"inputSchema":\{"type":"object"\}\}|${NAME})`,
  'g',
);

/** Minimum characters of a text that is encoded separately. */
const LONG = 1000;

/** For one answer. Nothing that a caller sends can be one of its placeholders. */
export function createRawJson(): RawJson {
  const id = crypto.randomUUID();
  const texts: (string | Uint8Array)[] = [];
  const nameOf = (text: string | Uint8Array): string => `raw-${id}-${texts.push(text) - 1}`;
  return {
    string: (text) => nameOf(JSON.stringify(text)),
    value(text) {
      const first = text.trimStart().at(0);
      if (first === '{') return { [nameOf(text)]: 0 };
      return first === '[' ? [nameOf(text)] : JSON.parse(text);
    },
    tools: ({ bytes }) => (bytes.length === 0 ? [] : [{ name: nameOf(bytes), inputSchema: { type: 'object' } }]),
    fill(answer) {
      if (texts.length === 0) return answer;
      const parts: (string | Uint8Array)[] = [];
      let end = 0;
      for (const mark of answer.matchAll(MARK)) {
        const at = mark.indexOf(id, 1);
        const text = at < 0 ? undefined : texts[Number(mark[at + 1])];
        if (text === undefined) continue;
        parts.push(answer.slice(end, mark.index), text);
        end = mark.index + mark[0].length;
      }
      parts.push(answer.slice(end));
      return joined(parts);
    },
  };
}

/** Long parts are encoded one by one, which takes a third of the time that their text as a whole would take to be made and encoded. */
function joined(parts: readonly (string | Uint8Array)[]): string | Uint8Array<ArrayBuffer> {
  const isShort = parts.every((part) => typeof part === 'string' && part.length < LONG);
  if (isShort) return parts.join('');
  const encoded = parts.map((part) => (typeof part === 'string' ? encodeUtf8(part) : part));
  return joinBytes(
    encoded,
    encoded.reduce((sum, { length }) => sum + length, 0),
  );
}

/** For an answer that is not serialized to one text. */
export const PARSED: RawJson = {
  string: (text) => text,
  value: (text) => JSON.parse(text),
  tools: ({ text }) => JSON.parse(`[${text}]`),
  fill: (answer) => answer,
};

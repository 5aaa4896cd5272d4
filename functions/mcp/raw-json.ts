import type { Tool as ListedTool } from '@modelcontextprotocol/server';

/**
 * Long texts in an answer, as they are. Whatever makes the answer copies and writes a short mark in the place of each: so JSON is neither
 * parsed nor written again, and its numbers keep all their digits.
 */
export type RawJson = {
  /** What stands for a string. */
  readonly string: (text: string) => string;
  /** What stands for a value, given as JSON: an object for an object, an array for an array. Any other value is parsed. */
  readonly value: (text: string) => unknown;
  /** What stands for the tools of a list, given as JSON, with commas between them. */
  readonly tools: (text: string) => ListedTool[];
  /** The answer with the texts in the places of their marks. */
  readonly fill: (answer: string) => string;
};

/** The name in a mark: what the answer is known by, and the index of the text. */
const NAME = String.raw`"raw-([0-9a-f-]{36})-(\d+)"`;

/** The marks of an object, of an array, of tools, and of a string. */
const MARK = new RegExp(
  String.raw`(?:\{${NAME}:0\}|\[${NAME}\]|\{"name":${NAME},"inputSchema":\{"type":"object"\}\}|${NAME})`,
  'g',
);

/** For one answer. Nothing that a caller sends can be one of its marks. */
export function createRawJson(): RawJson {
  const id = crypto.randomUUID();
  const texts: string[] = [];
  const nameOf = (text: string): string => `raw-${id}-${texts.push(text) - 1}`;
  return {
    string: (text) => nameOf(JSON.stringify(text)),
    value(text) {
      const first = text.trimStart().at(0);
      if (first === '{') return { [nameOf(text)]: 0 };
      return first === '[' ? [nameOf(text)] : JSON.parse(text);
    },
    tools: (text) => (text === '' ? [] : [{ name: nameOf(text), inputSchema: { type: 'object' } }]),
    fill(answer) {
      if (texts.length === 0) return answer;
      return answer.replace(MARK, (mark, ...groups: readonly unknown[]) => {
        const at = groups.indexOf(id);
        return at < 0 ? mark : (texts[Number(groups[at + 1])] ?? mark);
      });
    },
  };
}

/** For an answer that is not one text. */
export const PARSED: RawJson = {
  string: (text) => text,
  value: (text) => JSON.parse(text),
  tools: (text) => JSON.parse(`[${text}]`),
  fill: (answer) => answer,
};

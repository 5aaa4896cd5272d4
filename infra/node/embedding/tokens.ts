import { Tokenizer } from '@huggingface/tokenizers';
import { ConfigurationError } from '../../../shared/base/config/formats.ts';
import type { ModelDirectory } from './model-directory.ts';

/** Makes the numbers of the tokens of a text, with special tokens, and not more of them than the model accepts. */
export type Tokenize = (text: string) => readonly number[];

/** @throws ConfigurationError if the tokenizer has parts that are not supported */
export function createTokenize({ tokenizer, maxTokens, lowerCase }: ModelDirectory): Tokenize {
  try {
    const model = new Tokenizer(tokenizer.main, tokenizer.config);
    const plain = (text: string): number[] => model.encode(text, { add_special_tokens: false }).ids;
    const [before, after] = specialTokens(model);
    const room = maxTokens - before.length - after.length;
    if (room < 1) throw new Error(`the model accepts no more than ${maxTokens} tokens`);
    return (text) => {
      const ids = plain(lowerCase ? text.toLowerCase() : text).slice(0, room);
      return [...before, ...ids, ...after];
    };
  } catch (error) {
    throw new ConfigurationError(`The tokenizer.json of the embedding model cannot be used: ${String(error)}`);
  }
}

/** The special tokens before and after the text. */
function specialTokens(model: Tokenizer): readonly [before: number[], after: number[]] {
  const text = '\0text'; // not a token
  const tokens = model.post_processor?.post_process([text], null, true).tokens ?? [text];
  const ids = (part: readonly string[]): number[] => part.map((token) => model.token_to_id(token) ?? missing(token));
  const at = tokens.indexOf(text);
  return [ids(tokens.slice(0, at)), ids(tokens.slice(at + 1))];
}

function missing(token: string): never {
  throw new Error(`it has no number for ${token}`);
}

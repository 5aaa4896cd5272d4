import type { Process } from '../process.ts';

/** A server under comparison. Objects have numbers; those from 1 to {@link OBJECTS} are there when it has started. */
export type Peer = {
  readonly name: string;
  readonly process: Process;
  /** Address of the cheapest answer that it gives. */
  readonly ping: string;
  readonly get: (number: number) => string;
  /** Address of a search for both words, which shows 20 objects. */
  readonly search: (words: readonly [string, string]) => string;
  /** The body of `request` in a script of wrk, which creates the object of the number `n`. */
  readonly create: string;
  /** Stores objects in one request, where that is possible. */
  readonly createMany?: (from: number, count: number) => Promise<void>;
};

export const OBJECTS = 5_000;

const WORDS =
  'read write explain analyse compare evidence text argument claim reason audience purpose structure detail theme point'.split(
    ' ',
  );

/** Both are in two ninths of the objects. */
export const FREQUENT: readonly [string, string] = ['common', 'frequent'];

/** Name and description of the object of this number: some 60 characters. */
export function textsOf(number: number): { readonly name: string; readonly description: string } {
  const [first, second, third] = [3, 5, 7].map((factor) => WORDS[(number * factor) % WORDS.length]);
  const [common, rare] = FREQUENT;
  const parity = number % 3 === 0 ? common : 'uncommon';
  return {
    name: `${first} ${second} ${number}`,
    description: `${third} ${parity} ${number % 9 < 3 ? 'seldom' : rare}`,
  };
}

/** The same in Lua: functions of a number. */
export const LUA_TEXTS = `local W = {${WORDS.map((word) => `"${word}"`).join(', ')}}
local function word(i) return W[i % ${WORDS.length} + 1] end
local function name(n) return word(n * 3) .. " " .. word(n * 5) .. " " .. n end
local function description(n)
  return word(n * 7) .. (n % 3 == 0 and " common " or " uncommon ") .. (n % 9 < 3 and "seldom" or "frequent")
end`;

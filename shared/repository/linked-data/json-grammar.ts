/** The states of a JSON parser (RFC 8259), with the error text of each. */
const EXPECTED = {
  value: 'a value expected',
  firstValue: 'a value or ] expected',
  name: 'a name in double quotes expected',
  firstName: 'a name in double quotes or } expected',
  colon: 'a colon expected',
  next: 'a comma or the end expected',
  string: 'a control character in a string',
  escape: 'an unknown escape in a string',
  hex1: 'four hexadecimal digits expected',
  hex2: 'four hexadecimal digits expected',
  hex3: 'four hexadecimal digits expected',
  hex4: 'four hexadecimal digits expected',
  minus: 'a digit expected',
  zero: 'a comma or the end expected',
  integer: 'a comma or the end expected',
  point: 'a digit expected',
  fraction: 'a comma or the end expected',
  exponent: 'a digit or a sign expected',
  sign: 'a digit expected',
  digits: 'a comma or the end expected',
  t: 'a value expected',
  tr: 'a value expected',
  f: 'a value expected',
  fa: 'a value expected',
  fal: 'a value expected',
  n: 'a value expected',
  nu: 'a value expected',
  lastE: 'a value expected',
  lastL: 'a value expected',
} as const;

type StateName = keyof typeof EXPECTED;

const NAMES = Object.keys(EXPECTED) as StateName[]; // an object of these and no others

/** States by name. */
export const STATE = Object.fromEntries(NAMES.map((name, index) => [name, index])) as Readonly<
  Record<StateName, number>
>; // the same names

/** Entries of the table that are not states. */
export const ACTION = {
  /** The character is not allowed here. */
  fault: 100,
  /** The first character of a string, number or literal; {@link startOf} returns the state. */
  begin: 101,
  /** It opens an array or object. */
  open: 102,
  /** It closes one. */
  close: 103,
  comma: 104,
  /** The opening quotation mark of a name. */
  beginName: 105,
  endString: 106,
  /** The first character after a number, not consumed yet. */
  endNumber: 107,
  endWord: 108,
} as const;

const WHITE = ' \t\n\r';
const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdefABCDEF`;
const AFTER_NUMBER = `${WHITE},]}`;
const VALUE_STARTS: readonly (readonly [string, number])[] = [
  [`"-${DIGITS}tfn`, ACTION.begin],
  ['{[', ACTION.open],
];

/** The transitions of each state. */
const RULES: Readonly<Record<StateName, readonly (readonly [string, number])[]>> = {
  value: [[WHITE, STATE.value], ...VALUE_STARTS],
  firstValue: [[WHITE, STATE.firstValue], ...VALUE_STARTS, [']', ACTION.close]],
  name: [
    [WHITE, STATE.name],
    ['"', ACTION.beginName],
  ],
  firstName: [
    [WHITE, STATE.firstName],
    ['"', ACTION.beginName],
    ['}', ACTION.close],
  ],
  colon: [
    [WHITE, STATE.colon],
    [':', STATE.value],
  ],
  next: [
    [WHITE, STATE.next],
    [',', ACTION.comma],
    [']}', ACTION.close],
  ],
  string: [
    ['"', ACTION.endString],
    ['\\', STATE.escape],
  ],
  escape: [
    ['"\\/bfnrt', STATE.string],
    ['u', STATE.hex1],
  ],
  hex1: [[HEX, STATE.hex2]],
  hex2: [[HEX, STATE.hex3]],
  hex3: [[HEX, STATE.hex4]],
  hex4: [[HEX, STATE.string]],
  minus: [
    ['0', STATE.zero],
    ['123456789', STATE.integer],
  ],
  zero: [
    ['.', STATE.point],
    ['eE', STATE.exponent],
    [AFTER_NUMBER, ACTION.endNumber],
  ],
  integer: [
    [DIGITS, STATE.integer],
    ['.', STATE.point],
    ['eE', STATE.exponent],
    [AFTER_NUMBER, ACTION.endNumber],
  ],
  point: [[DIGITS, STATE.fraction]],
  fraction: [
    [DIGITS, STATE.fraction],
    ['eE', STATE.exponent],
    [AFTER_NUMBER, ACTION.endNumber],
  ],
  exponent: [
    ['+-', STATE.sign],
    [DIGITS, STATE.digits],
  ],
  sign: [[DIGITS, STATE.digits]],
  digits: [
    [DIGITS, STATE.digits],
    [AFTER_NUMBER, ACTION.endNumber],
  ],
  t: [['r', STATE.tr]],
  tr: [['u', STATE.lastE]],
  f: [['a', STATE.fa]],
  fa: [['l', STATE.fal]],
  fal: [['s', STATE.lastE]],
  n: [['u', STATE.nu]],
  nu: [['l', STATE.lastL]],
  lastE: [['e', ACTION.endWord]],
  lastL: [['l', ACTION.endWord]],
};

/** Columns of the table: ASCII, and one for all other characters. */
const COLUMNS = 129;
const TABLE = tableOf();

function tableOf(): Uint8Array {
  const table = new Uint8Array(NAMES.length * COLUMNS).fill(ACTION.fault);
  table.fill(STATE.string, STATE.string * COLUMNS + 0x20, (STATE.string + 1) * COLUMNS);
  for (const name of NAMES) {
    for (const [characters, to] of RULES[name]) {
      for (const character of characters) table[STATE[name] * COLUMNS + character.charCodeAt(0)] = to;
    }
  }
  return table;
}

/** The next state, or an action, for a character. */
export function after(state: number, code: number): number {
  return TABLE[state * COLUMNS + (code < COLUMNS ? code : COLUMNS - 1)] ?? ACTION.fault;
}

/** The state after the first character of a string, number or literal. */
export function startOf(code: number): number {
  if (code === 0x22) return STATE.string;
  if (code === 0x2d) return STATE.minus;
  if (code === 0x30) return STATE.zero;
  if (code === 0x74) return STATE.t;
  if (code === 0x66) return STATE.f;
  return code === 0x6e ? STATE.n : STATE.integer;
}

/** The error text of a state. */
export function expectedIn(state: number): string {
  const name = NAMES[state];
  return name === undefined ? '' : EXPECTED[name];
}

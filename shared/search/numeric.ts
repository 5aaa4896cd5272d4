const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** True for a text in a query that can be compared with numbers. */
export function isNumeric(text: string): boolean {
  return NUMBER.test(text);
}

/** The values that match a text in a query as a whole: the text itself, and a number or boolean that it spells. */
export function valuesAsked(text: string): (string | number)[] {
  const values: (string | number)[] = [text];
  if (isNumeric(text)) values.push(Number(text));
  if (text === 'true' || text === 'false') values.push(text === 'true' ? 1 : 0);
  return values;
}

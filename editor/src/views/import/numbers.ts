/**
 * The order of numbers of an outline: `1.1.2` is before `1.1.10`, `1.1` before `1.1.1`, and a missing number after all others. Parts
 * that are letters are compared as texts.
 */
export function byNumber(one: string | undefined, other: string | undefined): number {
  if (!one || !other) return Number(!one) - Number(!other);
  const [parts, others] = [partsOf(one), partsOf(other)];
  for (const [i, part] of parts.entries()) {
    const against = others[i];
    if (against === undefined) return 1;
    const difference = COLLATOR.compare(part, against);
    if (difference !== 0) return difference;
  }
  return parts.length - others.length;
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

function partsOf(number: string): readonly string[] {
  return number.split(/[.\-/\s]+/).filter((part) => part !== '');
}

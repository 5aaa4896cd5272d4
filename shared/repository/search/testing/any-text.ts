import fc from 'fast-check';

/** Any sequence of UTF-16 units, lone surrogates included, with a preference for those of everyday text. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  const unit = fc.oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0x3ff }), fc.nat({ max: 0xffff }));
  const pair = fc.integer({ min: 0x10000, max: 0x10ffff });
  return fc
    .array(fc.oneof({ weight: 4, arbitrary: unit }, pair), { maxLength })
    .map((codes) => codes.map((code) => String.fromCodePoint(code)).join(''));
}

import { asSchema } from './schema.ts';
import type { Schema } from './tool.ts';

/** Numbers of JSON (RFC 8259, 6) that programs read exactly: models write long ids of digits, too. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

/** Converts numbers and truth values in arguments that models sent as text to the type of the schema. */
export function typedBy<T>(schema: Schema, input: Readonly<Record<string, T>>): Record<string, T | number | boolean> {
  const properties = asSchema(schema['properties'] ?? {});
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' && Object.hasOwn(properties, name) ? typed(asSchema(properties[name]), value) : value,
    ]),
  );
}

/** Converts a text; other text stays unchanged, so that the schema refuses it. */
function typed<T extends string>({ type }: Schema, value: T): T | number | boolean {
  const text = value.trim();
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : value;
  return (type === 'integer' || type === 'number') && NUMBER.test(text) ? Number(text) : value;
}

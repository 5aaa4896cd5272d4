import { scalarText, textOf, valuesOf } from '../../../../shared/exchange/frameworks/values.ts';
import { ExactNumber, type Json } from '../../../../shared/repository/linked-data/json.ts';
import { parseTime } from '../../../../shared/repository/linked-data/time.ts';
import { withShownText } from '../../words/shown-text.ts';
import type { FieldKind } from './fields.ts';

/** The error of a typed value, which has the text `details.fault-<fault>`. */
export type FieldFault = 'link' | 'count' | 'date';

/** The text that the field shows for a value. Each of several values is a line. */
export function fieldText(value: Json | undefined, kind: FieldKind): string {
  const texts = valuesOf(value, true).map(itemText);
  if (kind === 'date') return /^\d{4}-\d{2}-\d{2}/.exec(texts[0] ?? '')?.[0] ?? '';
  return kind === 'lines' || kind === 'links' ? texts.join('\n') : (texts[0] ?? '');
}

/** The value of a member after its text was edited, null to remove it, or the error of the text. */
export function fieldValue(
  value: Json | undefined,
  text: string,
  kind: FieldKind,
  language: string,
): { readonly value: Json } | { readonly fault: FieldFault } {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  switch (kind) {
    case 'line':
    case 'text':
      return { value: value === undefined || value === null ? trimmed : withShownText(value, trimmed, language) };
    case 'date':
      return isDay(trimmed) ? { value: trimmed } : { fault: 'date' };
    case 'count':
      return /^\d{1,9}$/.test(trimmed) ? { value: Number(trimmed) } : { fault: 'count' };
    case 'link':
      return isLink(trimmed) ? { value: trimmed } : { fault: 'link' };
    case 'lines':
    case 'links': {
      const lines = trimmed.split('\n').flatMap((line) => line.trim() || []);
      if (kind === 'links' && !lines.every(isLink)) return { fault: 'link' };
      const known = new Map(valuesOf(value, true).map((item) => [itemText(item), item]));
      return { value: lines.map((line) => known.get(line) ?? line) };
    }
  }
}

/** The text of a single value. */
export function itemText(item: Json): string {
  if (item instanceof ExactNumber) return item.source;
  return textOf(item)?.text ?? scalarText(item) ?? JSON.stringify(item);
}

/** Whether a text is an existing day, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTime(text) !== null;
}

function isLink(text: string): boolean {
  return !/\s/.test(text) && URL.canParse(text);
}

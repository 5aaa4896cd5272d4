import * as z from 'zod/mini';
import { type Json, parseJson } from '../../../../shared/repository/linked-data/json.ts';
import type { NewItem } from '../../outline/command.ts';
import { readPaste } from '../../outline/paste.ts';
import { textIn } from '../../words/text-of.ts';

/** The media type of competencies in the clipboard, which also contains their names as text. */
const MEDIA_TYPE = 'application/x-competencies+json';

const itemSchema: z.ZodMiniType<NewItem> = z.object({
  fields: z.record(z.string(), z.custom<Json>()),
  children: z.array(z.lazy(() => itemSchema)),
});
const clipSchema = z.object({ token: z.string(), items: z.array(itemSchema) });

/** Competencies that were copied; `token` distinguishes a cut from a later copy. */
export type Clip = { readonly token: string; readonly items: readonly NewItem[] };

/** Puts competencies into the clipboard: whole for this editor, and as an indented list for everything else. */
export function writeClip(data: DataTransfer, clip: Clip, language: string): void {
  data.setData('text/plain', listOf(clip.items, language));
  data.setData(MEDIA_TYPE, JSON.stringify(clip));
}

/** The competencies in the clipboard, which may be made from text. null: it contains neither. */
export function readClip(data: DataTransfer, language: string): Clip | null {
  const text = data.getData(MEDIA_TYPE);
  if (text !== '') {
    const parsed = clipSchema.safeParse(parseJson(text, 'The clipboard'));
    if (parsed.success) return parsed.data;
  }
  const items = readPaste(data.getData('text/plain'), language);
  return items.length === 0 ? null : { token: '', items };
}

/** The names of competencies as a list that is indented by tabs. */
function listOf(items: readonly NewItem[], language: string): string {
  const lines = (list: readonly NewItem[], depth: number): readonly string[] =>
    list.flatMap(({ fields, children }) => [
      '\t'.repeat(depth) + (textIn({ ...fields }, 'name', language) ?? ''),
      ...lines(children, depth + 1),
    ]);
  return lines(items, 0).join('\n');
}

import { bestText, textValue } from '../../../../shared/exchange/frameworks/values.ts';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import { frameworkOf, listedIds, type OutlineState } from '../../outline/state.ts';
import { subtreeOf } from '../../outline/tree.ts';
import { exactText, readTexts } from '../../words/language-texts.ts';

/** Members that have texts in languages, in the order of their fields. */
const MEMBERS = ['name', 'description'] as const;

/** A text of a framework that can be translated. */
export type SourceText = {
  readonly key: string;
  /** Short id of the object that has it. */
  readonly id: string;
  readonly name: (typeof MEMBERS)[number];
  readonly source: string;
  /** The translation; null: there is none yet. */
  readonly translation: string | null;
};

/**
 * The texts of a framework, its own first, then those of its competencies in the order of the outline, and of their levels.
 *
 * @param from tag of the language to translate from; where it has no text, another language is used
 * @param to tag of the language to translate into
 */
export function sourceTexts(state: OutlineState, from: string, to: string): readonly SourceText[] {
  const framework = frameworkOf(state);
  const competencies = new Set(state.tree.roots.flatMap((root) => subtreeOf(state.tree, root)));
  const ids = [state.frameworkId, ...competencies, ...listedIds(framework, 'level')];
  return ids.flatMap((id) =>
    MEMBERS.flatMap((name) => {
      const object = state.objects.get(id);
      const texts = object === undefined ? [] : readTexts(member(object, name));
      const others = texts.filter(({ language }) => language?.toLowerCase() !== to.toLowerCase());
      const source = bestText(others.map(textValue), from);
      return source === null ? [] : [{ key: `${id} ${name}`, id, name, source, translation: exactText(texts, to) }];
    }),
  );
}

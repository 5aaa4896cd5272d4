import { languagesOf } from '../words/text-of.ts';
import { frameworkOf, listedIds, type OutlineState } from './state.ts';

/** Maximum number of competencies that are searched for the languages of a framework. */
const MAX_LOOKED_AT = 500;

/** The languages that names of a framework are written in, the framework's own first. */
export function frameworkLanguages(state: OutlineState): readonly string[] {
  const framework = frameworkOf(state);
  const found = new Set(languagesOf(framework, 'name'));
  for (const id of listedIds(framework, 'competency').slice(0, MAX_LOOKED_AT)) {
    const object = state.objects.get(id);
    if (object !== undefined) for (const tag of languagesOf(object, 'name')) found.add(tag);
  }
  return [...found];
}

import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { frameworkOf, listedIds, type OutlineState } from '../outline/state.ts';
import type { Choice } from '../ui/choice.tsx';
import { textIn } from '../words/text-of.ts';
import { useWords } from '../words/use-words.tsx';
import { useEditor } from './editor.tsx';
import { type Match, matchesOf } from './matches.ts';
import { readTyped, searchTyped } from './words-query.ts';

/** Maximum number of competencies offered: of this framework, and of others. */
const MAX_HERE = 12;
const MAX_ELSEWHERE = 15;

/**
 * The competencies that match the words: first those of the framework, then others.
 *
 * @param without ids to leave out
 * @param isOnlyHere leaves out those of others
 */
export function useCandidates(
  state: OutlineState,
  words: string,
  without: ReadonlySet<string>,
  isOnlyHere = false,
): { readonly choices: readonly Choice[]; readonly isSearching: boolean } {
  const { service } = useEditor();
  const { t, language } = useWords();
  const asked = useDeferredValue(words.trim());
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['candidates', asked, language],
    enabled: asked !== '' && !isOnlyHere,
    queryFn: async ({ signal }) => {
      const request = { indexHint: '*competency', size: MAX_ELSEWHERE };
      const search = (q: string) => service.search({ ...request, q }, signal);
      const { page } = await searchTyped(search, readTyped(asked), language);
      return matchesOf(page.objects, service, signal);
    },
  });
  const here = localChoices(state, asked, without, language, t('outline.unnamed'));
  if (isOnlyHere) return { choices: here, isSearching: false };
  const elsewhere = found
    .filter(({ id }) => !state.objects.has(id) && !without.has(id))
    .map((match) => ({
      id: match.id,
      label: textIn(match.object, 'name', language) ?? t('outline.unnamed'),
      description: pathText(match, language),
    }));
  return { choices: [...here, ...elsewhere], isSearching: isFetching };
}

function localChoices(
  state: OutlineState,
  words: string,
  without: ReadonlySet<string>,
  language: string,
  unnamed: string,
): readonly Choice[] {
  const framework = frameworkOf(state);
  const wanted = words.toLocaleLowerCase(language);
  const nameOf = (id: string): string => {
    const object = state.objects.get(id);
    return (object && textIn(object, 'name', language)) || unnamed;
  };
  const choices: Choice[] = [];
  for (const id of listedIds(framework, 'competency')) {
    if (choices.length === MAX_HERE) break;
    if (without.has(id) || !nameOf(id).toLocaleLowerCase(language).includes(wanted)) continue;
    const path: string[] = [];
    for (let [above] = state.tree.parents.get(id) ?? []; above !== undefined && !path.includes(above); ) {
      path.unshift(above);
      [above] = state.tree.parents.get(above) ?? [];
    }
    const names = [textIn(framework, 'name', language) ?? unnamed, ...path.map(nameOf)];
    choices.push({ id, label: nameOf(id), description: names.join(' › ') });
  }
  return choices;
}

/** The framework of a match and the competencies above it. */
export function pathText({ framework, path }: Match, language: string): string {
  const parts = framework === null ? path : [framework, ...path];
  return parts.map((part) => textIn(part, 'name', language) ?? '…').join(' › ');
}

import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import type { MeaningRequest } from '../service/search.ts';
import { useEditor } from './editor.tsx';
import type { Typed } from './words-query.ts';

const NONE: readonly JsonObject[] = [];

/**
 * Finds what means something similar to what a person typed, and does not have its words; nothing where the service compares words
 * only, and while that fails: what has the words is found without it.
 *
 * @param query that found what has the words; null: nothing has them; undefined: not known yet, or the meaning is not to be searched
 * @param requestOf the search for a query
 */
export function useMeant(
  { text, words }: Typed,
  query: string | null | undefined,
  requestOf: (query: string) => MeaningRequest,
): { readonly objects: readonly JsonObject[]; readonly isSearching: boolean } {
  const { service } = useEditor();
  const request = requestOf(query === null || query === undefined ? '*' : `(NOT (${query}))`);
  const { data = NONE, isLoading } = useQuery({
    queryKey: ['meant', text, request],
    enabled: query !== undefined && words.length > 0,
    retry: false,
    queryFn: ({ signal }) => service.searchMeaning(text, request, signal),
  });
  return { objects: data, isSearching: isLoading };
}

import { useQuery } from '@tanstack/react-query';
import { useWords } from '../words/use-words.tsx';
import { loadStemmer, type Stemmer } from './stemmer.ts';

const UNCHANGED: Stemmer = (word) => word;

/** The stemmer of the language of the editor; until it is loaded, words have no other forms. */
export function useStemmer(): Stemmer {
  const { language } = useWords();
  const { data } = useQuery({
    queryKey: ['stemmer', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => ({ stem: await loadStemmer(language) }),
  });
  return data?.stem ?? UNCHANGED;
}

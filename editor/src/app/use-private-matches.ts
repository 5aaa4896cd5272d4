import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import { idOf } from '../outline/draft.ts';
import { isFramework } from '../outline/not-a-framework.ts';
import { listedIds } from '../outline/state.ts';
import { useEditor, useIdentities } from './editor.tsx';
import { competencyPath, type Match, matchesOf } from './matches.ts';
import { frameworkPath } from './paths.ts';
import { hasWords, readPrivateObjects } from './private-objects.ts';
import { useStemmer } from './use-stemmer.ts';
import { useVault } from './use-vault.ts';

/** Until then, objects that others make private meanwhile are not found. */
const STALE_MS = 300_000;

/** Matches that are shown; more words find fewer. */
const MAX_SHOWN = 50;

/** An object that this browser can decrypt, and where the editor shows it. */
export type PrivateHit = { readonly id: string; readonly object: JsonObject; readonly href: string };

/**
 * Finds the words in what this browser can decrypt: the service, which cannot read it, does not search it.
 *
 * @param words beginnings of words, of which each has to be found, as it is or in another form
 * @param fits which objects are asked for
 */
function usePrivateObjects(words: readonly string[], fits: (object: JsonObject) => boolean) {
  const { service } = useEditor();
  const { identities } = useIdentities();
  const vault = useVault();
  const stem = useStemmer();
  const isAsked = identities.length > 0 && words.length > 0;
  const everything = useQuery({
    queryKey: ['private-objects', ...identities.map(({ id }) => id)],
    enabled: isAsked,
    staleTime: STALE_MS,
    queryFn: ({ signal }) => readPrivateObjects(service, vault, signal),
  });
  const objects = everything.data?.objects ?? [];
  const found = objects.filter((object) => fits(object) && hasWords(object, words, stem));
  return { everything, objects, found, isAsked };
}

/** The first private objects with the words, without a request for each of them. */
export function usePrivateHits(words: readonly string[], most: number): readonly PrivateHit[] {
  const { service } = useEditor();
  const { objects, found } = usePrivateObjects(words, () => true);
  return found.slice(0, most).map((object) => {
    const id = shortIdOf(idOf(object), [service.base]);
    const framework = frameworkWith(objects, id);
    return { id, object, href: framework === null ? frameworkPath(id) : competencyPath(idOf(framework), id) };
  });
}

/**
 * The private objects with the words, where they are.
 *
 * @param words beginnings of words, of which each has to be found, as it is or in another form
 * @param fits which objects are asked for
 */
export function usePrivateMatches(words: readonly string[], fits: (object: JsonObject) => boolean) {
  const { service } = useEditor();
  const vault = useVault();
  const { everything, objects, found, isAsked } = usePrivateObjects(words, fits);
  const shown = found.slice(0, MAX_SHOWN);
  const matches = useQuery({
    queryKey: ['private-matches', ...shown.map((object) => object['@id'])],
    enabled: isAsked && shown.length > 0,
    queryFn: async ({ signal }): Promise<readonly Match[]> => {
      const open = async (object: JsonObject) => (await vault.open(object)) ?? object;
      const stored = await matchesOf(shown, service, signal);
      return Promise.all(
        stored.map(async ({ framework, path, ...match }): Promise<Match> => {
          // Which parts an encrypted framework has is encrypted, too.
          const own = framework ?? frameworkWith(objects, match.id);
          return {
            ...match,
            href: match.href ?? (own === null ? null : competencyPath(idOf(own), match.id)),
            framework: own === null ? null : await open(own),
            path: await Promise.all(path.map(open)),
          };
        }),
      );
    },
  });
  return {
    matches: matches.data ?? [],
    count: found.length,
    isSearching: everything.isLoading || matches.isLoading,
    isComplete: everything.data?.isComplete ?? true,
    error: everything.error ?? matches.error,
  };
}

/** The framework among decrypted objects that lists a competency. */
function frameworkWith(objects: readonly JsonObject[], competency: string): JsonObject | null {
  return objects.find((one) => isFramework(one) && listedIds(one, 'competency').includes(competency)) ?? null;
}

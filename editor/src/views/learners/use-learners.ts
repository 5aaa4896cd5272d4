import { useQuery } from '@tanstack/react-query';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { peopleOf } from '../../identity/people.ts';
import { assertedLearners } from '../../learners/known-learners.ts';
import { useWords } from '../../words/use-words.tsx';

/** A person whose public key is known, as the subject of assertions. */
export type Learner = {
  /** Fingerprint of the key. */
  readonly id: string;
  readonly name: string;
  readonly publicPem: string;
  /** Whether this browser has the private key. */
  readonly isHeld: boolean;
};

/** The person's identities and contacts, and the learners in assertions that the person may read, by their names. */
export function useLearners(): { readonly learners: readonly Learner[]; readonly isPending: boolean } {
  const { service } = useEditor();
  const { language } = useWords();
  const { identities, contacts } = useIdentities();
  const { data: asserted, isPending } = useQuery({
    queryKey: ['asserted-learners', identities.map(({ id }) => id)],
    queryFn: async ({ signal }) => {
      const keys = await assertedLearners(
        service,
        identities.map(({ key }) => key),
        signal,
      );
      const people = await peopleOf(service, [...keys.keys()], signal);
      return [...keys].map(([id, publicPem]) => {
        return { id, publicPem, name: people.get(id)?.name ?? id.slice(0, 8), isHeld: false };
      });
    },
  });
  const known = new Map<string, Learner>();
  for (const one of asserted ?? []) known.set(one.id, one);
  for (const { id, name, publicPem } of contacts) known.set(id, { id, name, publicPem, isHeld: false });
  for (const { id, name, publicPem } of identities) known.set(id, { id, name, publicPem, isHeld: true });
  const learners = [...known.values()].sort((a, b) => a.name.localeCompare(b.name, language));
  return { learners, isPending };
}

/** One learner, who may be known only to the repository. */
export function useLearner(id: string): { readonly learner: Learner | null; readonly isPending: boolean } {
  const { service } = useEditor();
  const { learners, isPending } = useLearners();
  const known = learners.find((one) => one.id === id) ?? null;
  const found = useQuery({
    queryKey: ['people', id],
    enabled: known === null,
    queryFn: async ({ signal }) => (await peopleOf(service, [id], signal)).get(id) ?? null,
  });
  const learner = known ?? (found.data ? { ...found.data, isHeld: false } : null);
  return { learner, isPending: learner === null && (isPending || found.isPending) };
}

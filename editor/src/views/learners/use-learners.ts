import { useQuery } from '@tanstack/react-query';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { peopleOf } from '../../identity/people.ts';
import { useWords } from '../../words/use-words.tsx';
import { type Reading, useAsserted } from './use-asserted.ts';

/** A person whose public key is known, as the subject of assertions. */
export type Learner = {
  /** Fingerprint of the key. */
  readonly id: string;
  readonly name: string;
  readonly publicPem: string;
  /** Whether this browser has the private key. */
  readonly isHeld: boolean;
};

/** The person's identities and contacts, and the learners in assertions that the person may read. */
export function useLearners(): Reading & { readonly learners: readonly Learner[] } {
  const { language } = useWords();
  const { asserted, ...reading } = useAsserted({ isEnabled: true, until: null });
  const own = useOwn();
  const known = new Map<string, Learner>();
  for (const [id, one] of asserted) known.set(id, { ...one, isHeld: false });
  for (const [id, one] of own) known.set(id, one);
  const learners = [...known.values()].sort((a, b) => a.name.localeCompare(b.name, language));
  return { learners, ...reading };
}

/** The person's identities and contacts, by their ids. */
function useOwn(): ReadonlyMap<string, Learner> {
  const { identities, contacts } = useIdentities();
  const own = new Map<string, Learner>();
  for (const { id, name, publicPem } of contacts) own.set(id, { id, name, publicPem, isHeld: false });
  for (const { id, name, publicPem } of identities) own.set(id, { id, name, publicPem, isHeld: true });
  return own;
}

/** One learner, who may be known only to the repository: records are read until one is about the learner. */
export function useLearner(id: string): { readonly learner: Learner | null; readonly isPending: boolean } {
  const { service } = useEditor();
  const own = useOwn().get(id) ?? null;
  const { asserted, isReading } = useAsserted({ isEnabled: own === null, until: id });
  const found = useQuery({
    queryKey: ['person', id],
    enabled: own === null,
    queryFn: async ({ signal }) => (await peopleOf(service, [id], signal)).get(id) ?? null,
  });
  const other = asserted.get(id) ?? found.data ?? null;
  const learner = own ?? (other === null ? null : { ...other, isHeld: false });
  return { learner, isPending: learner === null && (isReading || found.isPending) };
}

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { useLanguageModel } from '../../app/use-language-model.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, ProgressBar } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { membersOf } from './alignments.ts';
import { alignmentWords } from './kinds.ts';
import { createProposer, openProposals, type Proposal } from './proposals.ts';
import type { OpenCrosswalk } from './use-crosswalk.ts';
import type { Names } from './use-names.ts';

type ProposalListProps = {
  readonly crosswalk: OpenCrosswalk;
  readonly names: Names;
  readonly onAccept: (proposal: Proposal) => void;
};

/** Alignments that a language model proposes, for a person to accept one by one; nothing if the service has no model that the person may use. */
export function ProposalList({ crosswalk, names, onAccept }: ProposalListProps) {
  const { t, percent } = useWords();
  const { service } = useEditor();
  const faultMessage = useFaultMessage();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  const { first, second } = crosswalk.documents;
  const model = useLanguageModel();
  const asked = useMutation({
    mutationFn: async () => {
      leaving.current = new AbortController();
      await Promise.all([first.flush(), second.flush()]);
      return service.part(createProposer).propose(first.frameworkId, second.frameworkId, leaving.current.signal);
    },
  });
  if (!model?.isAllowed) return null;

  const members = { first: membersOf(crosswalk.states.first), second: membersOf(crosswalk.states.second) };
  const open = openProposals(asked.data?.proposals ?? [], crosswalk, members).filter(({ key }) => !dismissed.has(key));
  return (
    <section className="stack" aria-labelledby="crosswalk-proposals">
      <div className="row row-between">
        <h2 id="crosswalk-proposals">{t('crosswalk.proposals')}</h2>
        <Button isDisabled={asked.isPending} onPress={() => asked.mutate()}>
          {t('crosswalk.propose')}
        </Button>
      </div>
      <p className="quiet small">{t('crosswalk.proposals-help')}</p>
      {asked.isPending && <ProgressBar label={t('crosswalk.proposing')} />}
      {asked.isError && <Banner kind="danger">{faultMessage(asked.error)}</Banner>}
      {asked.data?.incomplete.map((sentence) => (
        <Banner key={sentence} kind="warning">
          {sentence}
        </Banner>
      ))}
      {asked.isSuccess && open.length === 0 && <p role="status">{t('crosswalk.no-proposals')}</p>}
      {open.length > 0 && (
        <ul className="list">
          {open.map((proposal) => {
            const sentence = {
              first: names.competency.first(proposal.first),
              relation: alignmentWords(proposal.kind, t),
              second: names.competency.second(proposal.second),
            };
            return (
              <li key={proposal.key} className="row row-between">
                <div className="crosswalk-proposal">
                  <p>
                    <strong>{sentence.first}</strong> {sentence.relation} <strong>{sentence.second}</strong>{' '}
                    <span className="tag">{t('crosswalk.confidence', { percent: percent(proposal.confidence) })}</span>
                  </p>
                  <p className="quiet small">
                    <bdi>{proposal.reason}</bdi>
                  </p>
                </div>
                <div className="row">
                  <Button
                    variant="primary"
                    aria-label={t('crosswalk.accept-of', sentence)}
                    onPress={() => onAccept(proposal)}
                  >
                    {t('crosswalk.accept')}
                  </Button>
                  <Button
                    aria-label={t('crosswalk.dismiss-of', sentence)}
                    onPress={() => setDismissed(new Set([...dismissed, proposal.key]))}
                  >
                    {t('crosswalk.dismiss')}
                  </Button>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import type { ViewProps } from '../../app/paths.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { useFramework } from '../../app/use-framework.ts';
import { useOwner } from '../../app/use-owner.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { useTask } from '../../app/use-task.ts';
import { withoutClaims } from '../../learners/confirmed.ts';
import type { Origin } from '../../learners/origin.ts';
import { type ProfileRecord, recordsOf } from '../../learners/profile.ts';
import type { OutlineState } from '../../outline/state.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Banner, EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import { BranchTable } from './branch-table.tsx';
import { ChooseFramework } from './choose-framework.tsx';
import { CompetencySection } from './competency-section.tsx';
import { DownloadDialog } from './download-dialog.tsx';
import { KeyHolder } from './key-holder.tsx';
import { NextSteps } from './next-steps.tsx';
import { RecordDialog } from './record-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { ShareLinks } from './share-links.tsx';
import { Timeline } from './timeline.tsx';
import { type Learner, useLearner } from './use-learners.ts';
import { useProfile } from './use-profile.ts';
import { useSelf } from './use-self.ts';
import { useSources } from './use-sources.ts';
import './learners.css';

/** The address of the person's own page, in place of a fingerprint. */
const MINE = 'me';

/** The profile as it is. */
const NO_ASSUMPTIONS: readonly string[] = [];

/** The profile of a learner in a framework. */
export function LearnerView({ params: { id = '' } }: ViewProps) {
  return id === MINE ? <OwnPage /> : <KnownLearner id={id} />;
}

/** The page of the person's own key, which is made here if the person has none. */
function OwnPage() {
  const { t } = useWords();
  const self = useSelf();
  const owner = useOwner();
  const task = useTask();
  if (self !== null) return <OneLearner key={self.id} learner={self} />;
  return (
    <EmptyState
      isPage
      icon="person"
      title={t('person.profile')}
      actions={
        <>
          <Button
            variant="primary"
            isPending={task.isPending}
            onPress={() => void task.run(async () => void (await owner()))}
          >
            {t('identity.create')}
          </Button>
          <LinkButton href="/identity?sign-in">{t('person.sign-in')}</LinkButton>
        </>
      }
    >
      {t('learners.own-none')}
      {task.failure !== null && <Banner kind="danger">{task.failure}</Banner>}
    </EmptyState>
  );
}

function KnownLearner({ id }: { readonly id: string }) {
  const { t } = useWords();
  const { learner, isPending } = useLearner(id);
  if (learner !== null) return <OneLearner learner={learner} />;
  if (isPending) {
    return (
      <div className="page">
        <Skeleton lines={6} />
      </div>
    );
  }
  return (
    <EmptyState
      isPage
      icon="people"
      title={t('learners.unknown-title')}
      actions={<LinkButton href="/learners">{t('learners.all')}</LinkButton>}
    >
      {t('learners.unknown')}
    </EmptyState>
  );
}

function OneLearner({ learner }: { readonly learner: Learner }) {
  const { t } = useWords();
  const faultMessage = useFaultMessage();
  const [address, setAddress] = useSearchParams();
  const framework = address.get('framework');
  const frameworkId = framework === null ? null : shortIdOf(framework, []);
  const { isPending } = useProfile(learner, frameworkId, NO_ASSUMPTIONS);
  const loaded = useFramework(isPending ? null : framework); // the profile is what the person waits for
  usePageTitle(learner.name);
  return (
    <div className="page learner">
      <div className="page-head">
        <h1>{learner.name}</h1>
        <LinkButton href="/learners" icon="back">
          {t('learners.all')}
        </LinkButton>
      </div>
      <KeyHolder learner={learner} />
      <ChooseFramework id={framework} state={loaded.data?.state} onChoose={(id) => setAddress({ framework: id })} />
      {framework === null && <p className="quiet">{t('learners.no-framework', { name: learner.name })}</p>}
      {loaded.isError && <Banner kind="danger">{faultMessage(loaded.error)}</Banner>}
      {frameworkId !== null && !loaded.isLoadingError && (
        <Standing key={frameworkId} learner={learner} frameworkId={frameworkId} state={loaded.data?.state} />
      )}
    </div>
  );
}

type StandingProps = {
  readonly learner: Learner;
  readonly frameworkId: string;
  /** Absent while it is being loaded: the profile is shown without what only the framework tells. */
  readonly state: OutlineState | undefined;
};

function Standing({ learner, frameworkId, state }: StandingProps) {
  const { t } = useWords();
  const faultMessage = useFaultMessage();
  const [whatIf, setWhatIf] = useState(NO_ASSUMPTIONS);
  const [recording, setRecording] = useState<string | 'any' | null>(null);
  const [isConfirmedOnly, setConfirmedOnly] = useState(false);
  const [isDownloading, setDownloading] = useState(false);
  const [sharing, setSharing] = useState<readonly ProfileRecord[] | null>(null);
  const { data: calculated, ...query } = useProfile(learner, frameworkId, whatIf);
  const records = useMemo(() => recordsOf(calculated ?? []).filter(({ id }) => !id.startsWith('urn:')), [calculated]);
  const sources = useSources(records, learner);
  const originOfRecord = useCallback((id: string): Origin | null => sources.get(id)?.origin ?? null, [sources]);
  const profile = useMemo(
    () => (calculated === undefined || !isConfirmedOnly ? calculated : withoutClaims(calculated, originOfRecord)),
    [calculated, isConfirmedOnly, originOfRecord],
  );
  return (
    <>
      {query.isError && (
        <Banner kind="danger" actions={<Button onPress={() => void query.refetch()}>{t('common.retry')}</Button>}>
          {faultMessage(query.error)}
        </Banner>
      )}
      {whatIf.length > 0 && (
        <Banner actions={<Button onPress={() => setWhatIf([])}>{t('learners.what-if-off')}</Button>}>
          {t('learners.what-if-on', { count: whatIf.length })}
        </Banner>
      )}
      {profile === undefined && query.isPending && <Skeleton lines={6} />}
      {profile !== undefined && (
        <>
          <div className="row">
            <Button variant="primary" icon="add" isDisabled={state === undefined} onPress={() => setRecording('any')}>
              {t('learners.record')}
            </Button>
            <Button
              icon="share"
              isDisabled={records.length === 0 || state === undefined}
              onPress={() => setSharing(records)}
            >
              {t('share.all')}
            </Button>
            <Button icon="download" isDisabled={records.length === 0} onPress={() => setDownloading(true)}>
              {t('download.open')}
            </Button>
            <Checkbox isSelected={isConfirmedOnly} onChange={setConfirmedOnly}>
              {t('learners.confirmed-only')}
            </Checkbox>
          </div>
          <BranchTable profile={profile} />
          <NextSteps profile={profile} />
          <CompetencySection
            learner={learner}
            state={state}
            profile={profile}
            sources={sources}
            whatIf={whatIf}
            onRecord={setRecording}
            onWhatIf={(id, isOn) => setWhatIf(isOn ? [...whatIf, id] : whatIf.filter((one) => one !== id))}
          />
          <Timeline
            records={isConfirmedOnly ? records.filter(({ id }) => originOfRecord(id) === 'confirmation') : records}
            sources={sources}
            state={state}
            onShare={(record) => setSharing([record])}
          />
          <ShareLinks learner={learner} />
        </>
      )}
      {isDownloading && (
        <DownloadDialog
          learner={learner}
          framework={frameworkId}
          records={records}
          sources={sources}
          onClose={() => setDownloading(false)}
        />
      )}
      {sharing !== null && state !== undefined && (
        <ShareDialog
          learner={learner}
          state={state}
          records={sharing}
          sources={sources}
          onClose={() => setSharing(null)}
        />
      )}
      {recording !== null && state !== undefined && (
        <RecordDialog
          targets={[{ learner, competency: recording === 'any' ? null : recording }]}
          state={state}
          onClose={() => {
            setRecording(null);
            requestAnimationFrame(() => requestAnimationFrame(focusTree));
          }}
        />
      )}
    </>
  );
}

/** Focuses the chosen competency if the filter no longer lists the one that had the focus. */
function focusTree(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('.competency-tree [tabindex="0"]')?.focus();
}

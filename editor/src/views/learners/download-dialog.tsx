import { useState } from 'react';
import { mapLimit } from '../../../../shared/base/concurrency/map-limit.ts';
import type { Json } from '../../../../shared/repository/linked-data/json.ts';
import { useEditor } from '../../app/editor.tsx';
import { saveFile } from '../../app/save-file.ts';
import { useTask } from '../../app/use-task.ts';
import type { ProfileRecord } from '../../learners/profile.ts';
import { createBadges } from '../../service/badges.ts';
import { errorOfOne } from '../../service/service-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { Learner } from './use-learners.ts';
import type { Source } from './use-sources.ts';

/** Maximum number of badges that are fetched at the same time. */
const PARALLEL = 4;

type Props = {
  readonly learner: Learner;
  readonly framework: string;
  readonly records: readonly ProfileRecord[];
  readonly sources: ReadonlyMap<string, Source>;
  readonly onClose: () => void;
};

/** Saves the badges of a learner in the forms that wallets and other systems read. The service signs both. */
export function DownloadDialog({ learner, framework, records, sources, onClose }: Props) {
  const { t } = useWords();
  const { service } = useEditor();
  const task = useTask();
  const [leftOut, setLeftOut] = useState(0);
  const badges = records.filter(({ id }) => sources.get(id)?.isBadge === true);

  async function saveRecord(): Promise<void> {
    const token = await service.part(createBadges).learnerRecord(learner.id, framework);
    saveFile('learner-record.clr.jwt', new Blob([token], { type: 'application/vc+jwt' }));
  }

  async function saveBadges(): Promise<void> {
    const read = await mapLimit(badges, PARALLEL, async ({ id }) => {
      try {
        return [await service.part(createBadges).credential(id)];
      } catch (error) {
        if (errorOfOne(error).kind === 'not-found') return []; // a badge lacks something, such as the learner's e-mail
        throw error;
      }
    });
    const credentials = read.flat();
    setLeftOut(badges.length - credentials.length);
    if (credentials.length === 0) throw new Error(t('download.none'));
    const text = JSON.stringify(fileOf(credentials), null, 2);
    saveFile('badges.json', new Blob([text], { type: 'application/json' }));
  }

  return (
    <Dialog title={t('download.title', { name: learner.name })} isOpen onClose={onClose}>
      <div className="stack">
        <p>{t('download.count', { count: badges.length, all: records.length })}</p>
        {badges.length < records.length && <p className="quiet">{t('download.how')}</p>}
        {task.failure !== null && <Banner kind="danger">{task.failure}</Banner>}
        {leftOut > 0 && <Banner kind="warning">{t('download.left-out', { count: leftOut })}</Banner>}
        <div>
          <Button
            icon="download"
            isDisabled={badges.length === 0 || task.isPending}
            onPress={() => void task.run(saveRecord)}
          >
            {t('download.clr')}
          </Button>
          <p className="quiet small">{t('download.clr-text')}</p>
        </div>
        <div>
          <Button
            icon="download"
            isDisabled={badges.length === 0 || task.isPending}
            onPress={() => void task.run(saveBadges)}
          >
            {t('download.badges')}
          </Button>
          <p className="quiet small">{t('download.badges-text')}</p>
        </div>
      </div>
    </Dialog>
  );
}

/** A single credential as it is; several in a presentation (Verifiable Credentials 2.0 section 4.13), as wallets take them. */
function fileOf(credentials: readonly Json[]): Json {
  const [only] = credentials;
  if (credentials.length === 1 && only !== undefined) return only;
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    type: ['VerifiablePresentation'],
    verifiableCredential: [...credentials],
  };
}

import { useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { endOfDay, type ShareLink } from '../../learners/share-link.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import { type NewLink, useLinkAddress, useShare } from './use-share.ts';

/** How long a link lasts unless the person chooses another day. */
const DAYS = 30;
const DAY_MS = 86_400_000;

type Props = {
  readonly link: Pick<NewLink, 'learner' | 'records' | 'framework'>;
  readonly isPending: boolean;
  /** @param share returns how many records were refused */
  readonly run: (share: () => Promise<number>) => Promise<boolean>;
};

/** Makes a link that shows records until a day. */
export function ShareByLink({ link, isPending, run }: Props) {
  const { t } = useWords();
  const { announce } = useEditor();
  const share = useShare();
  const addressOf = useLinkAddress();
  const [name, setName] = useState('');
  const [day, setDay] = useState(() => new Date(Date.now() + DAYS * DAY_MS).toISOString().slice(0, 10));
  const [isTried, setTried] = useState(false);
  const [made, setMade] = useState<ShareLink | null>(null);
  const ends = endOfDay(day);
  const isDayWrong = !(ends > Date.now());

  async function make(): Promise<void> {
    setTried(true);
    if (name.trim() === '' || isDayWrong) return;
    await run(async () => {
      const { learner, ...rest } = link;
      const about = { name: learner.name, publicPem: learner.publicPem };
      const done = await share.makeLink({ ...rest, learner: about, name: name.trim(), ends });
      setMade(done.link);
      return done.refused;
    });
  }

  return (
    <section className="stack" aria-labelledby="share-link">
      <h3 id="share-link">{t('share.by-link')}</h3>
      <p className="quiet small">{t('share.link-how')}</p>
      {made === null ? (
        <>
          <div className="record-row">
            <TextField
              label={t('share.link-name')}
              value={name}
              onChange={setName}
              error={isTried && name.trim() === '' ? t('share.link-name-missing') : undefined}
            />
            <TextField
              label={t('share.link-ends')}
              type="date"
              value={day}
              onChange={setDay}
              error={isTried && isDayWrong ? t('share.link-ends-wrong') : undefined}
            />
          </div>
          <div>
            <Button icon="link" isPending={isPending} onPress={() => void make()}>
              {t('share.link-make')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <TextField label={t('share.link-made')} value={addressOf(made)} isReadOnly autoFocus />
          <div>
            <Button
              icon="copy"
              onPress={() => {
                void navigator.clipboard.writeText(addressOf(made)).then(() => announce(t('identity.card-copied')));
              }}
            >
              {t('share.link-copy')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

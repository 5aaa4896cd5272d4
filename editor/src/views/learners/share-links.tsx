import { useEffect, useRef } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import type { ShareLink } from '../../learners/share-link.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import type { Learner } from './use-learners.ts';
import { useLinkAddress, useShare } from './use-share.ts';
import { useShareLinks } from './use-share-links.ts';

type Props = { readonly learner: Learner };

/** The person's links to records of the learner. Those whose last day is over are ended here: the service has no time for it. */
export function ShareLinks({ learner }: Props) {
  const { t, date } = useWords();
  const { toasts, announce } = useEditor();
  const links = useShareLinks(learner);
  const share = useShare();
  const addressOf = useLinkAddress();
  const task = useTask();
  const heading = useRef<HTMLHeadingElement>(null);
  const ending = useRef(new Set<string>());

  async function end(link: ShareLink): Promise<void> {
    if (ending.current.has(link.id)) return;
    ending.current.add(link.id);
    await task.run(async () => {
      const refused = await share.endLink(link);
      if (refused > 0) throw new Error(t('share.refused', { count: refused }));
      showToast(toasts, { text: t('share.link-ended', { name: link.name }) });
      heading.current?.focus();
    });
    ending.current.delete(link.id);
  }

  const over = links.find(({ ends }) => ends < Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link that is over
  useEffect(() => {
    if (over !== undefined) void end(over);
  }, [over?.id]);

  if (links.length === 0 && task.failure === null) return null;
  return (
    <section className="stack" aria-labelledby="share-links">
      <h2 id="share-links" ref={heading} tabIndex={-1}>
        {t('share.links')}
      </h2>
      <p className="quiet">{t('share.links-text')}</p>
      {task.failure !== null && <Banner kind="danger">{task.failure}</Banner>}
      <ul className="list">
        {links.map((link) => (
          <li key={link.id} className="row row-between">
            <span>
              <strong>{link.name}</strong>
              <br />
              <span className="small quiet">
                {t('share.link-records', { count: link.records.length, date: date(link.ends) })}
              </span>
            </span>
            <span className="row">
              <Button
                icon="copy"
                onPress={() => {
                  void navigator.clipboard.writeText(addressOf(link)).then(() => announce(t('identity.card-copied')));
                }}
              >
                {t('share.link-copy')}
              </Button>
              <IconButton
                icon="delete"
                label={t('share.link-end-of', { name: link.name })}
                isDisabled={task.isPending}
                onPress={() => void end(link)}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useIdentities } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { useOwner } from '../../app/use-owner.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { useSignOn } from '../../app/use-sign-on.ts';
import { useWriter } from '../../app/use-writer.ts';
import { createFramework } from '../../outline/create-framework.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';

/** Asks for the name of a new framework. Without an identity, it makes a key first, so that nobody else can change the framework. */
export function NewFrameworkView() {
  const { t, language } = useWords();
  const service = useWriter('framework');
  const { signOn } = useSignOn();
  const ownerOf = useOwner();
  const { current } = useIdentities();
  const faultMessage = useFaultMessage();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<ReactNode>(null);
  usePageTitle(t('new.title'));

  async function create(): Promise<void> {
    setPending(true);
    setFailure(null);
    try {
      const id = await createFramework(service, { name: name.trim(), language, owner: await ownerOf() });
      await queries.invalidateQueries({ queryKey: ['frameworks'] });
      navigate(frameworkPath(id), { replace: true });
    } catch (error) {
      setFailure(faultMessage(error));
      setPending(false);
    }
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() !== '' && !isPending) void create();
  };
  return (
    <div className="page">
      <form className="new-framework stack" onSubmit={submit}>
        <h1>{t('new.title')}</h1>
        <TextField
          label={t('new.name')}
          value={name}
          onChange={setName}
          error={isMissing ? t('new.name-missing') : undefined}
          autoFocus
        />
        {current === null && signOn.kind !== 'signed-in' && <p className="quiet small">{t('new.key')}</p>}
        {failure !== null && <Banner kind="danger">{failure}</Banner>}
        <div className="row">
          <Button type="submit" variant="primary" isPending={isPending}>
            {t('new.create')}
          </Button>
          <LinkButton href="/">{t('common.cancel')}</LinkButton>
        </div>
      </form>
    </div>
  );
}

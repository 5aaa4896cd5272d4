import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useIdentities } from '../../app/editor.tsx';
import { schemePath } from '../../app/paths.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { useOwner } from '../../app/use-owner.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { useSchemes } from '../../app/use-schemes.ts';
import { useTask } from '../../app/use-task.ts';
import { useWriter } from '../../app/use-writer.ts';
import { isProgression, linkedIds } from '../../schemes/concept-links.ts';
import { nameIn } from '../../schemes/name-in.ts';
import { newScheme } from '../../schemes/new-scheme.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Banner, EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/use-words.tsx';
import './schemes.css';

/** The vocabularies of the service: concept schemes, among them progression models. */
export function SchemesView() {
  const { t, language, number } = useWords();
  const faultMessage = useFaultMessage();
  const { data: schemes, isPending, error, refetch } = useSchemes();
  usePageTitle(t('schemes.title'));
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('schemes.title')}</h1>
        <LinkButton href="/import" icon="upload">
          {t('start.import')}
        </LinkButton>
      </div>
      <p className="quiet">{t('schemes.what')}</p>
      <NewScheme />
      {isPending && <Skeleton lines={4} />}
      {error !== null && (
        <Banner kind="danger" actions={<Button onPress={() => void refetch()}>{t('common.retry')}</Button>}>
          {faultMessage(error)}
        </Banner>
      )}
      {schemes?.length === 0 && <EmptyState icon="framework" title={t('schemes.none')} />}
      {schemes !== undefined && schemes.length > 0 && (
        <div className="table-scroll">
          <table className="table" aria-label={t('schemes.title')}>
            <thead>
              <tr>
                <th scope="col">{t('details.name')}</th>
                <th scope="col">{t('schemes.kind')}</th>
                <th scope="col" className="number">
                  {t('schemes.tops')}
                </th>
              </tr>
            </thead>
            <tbody>
              {schemes.map(({ id, object, isPrivate }) => (
                <tr key={id}>
                  <td>
                    <Link href={schemePath(id)}>{nameIn(object, language) ?? t('outline.unnamed')}</Link>{' '}
                    {isPrivate && (
                      <span className="tag">
                        <Icon name="lock" /> {t('outline.access-private')}
                      </span>
                    )}
                  </td>
                  <td>{t(isProgression(object) ? 'schemes.progression' : 'schemes.scheme')}</td>
                  <td className="number">{number(linkedIds(object, 'hasTopConcept').length)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

/** Creates a vocabulary of a name, and opens it. */
function NewScheme() {
  const { t, language } = useWords();
  const service = useWriter('new-scheme');
  const ownerOf = useOwner();
  const { current } = useIdentities();
  const task = useTask();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '' || task.isPending) return;
    void task.run(async () => {
      const maker = { base: service.base, now: () => new Date().toISOString() };
      const scheme = newScheme(name.trim(), language, await ownerOf(), maker);
      await service.save(String(scheme['@id']), scheme, 'new');
      navigate(schemePath(String(scheme['@id'])));
    });
  };
  return (
    <form className="schemes-new" onSubmit={submit}>
      <TextField
        label={t('schemes.new')}
        value={name}
        onChange={setName}
        error={isMissing ? t('schemes.name-missing') : (task.failure ?? undefined)}
        description={current === null ? t('new.key') : undefined}
      />
      <Button type="submit" variant="primary" icon="add" isPending={task.isPending}>
        {t('new.create')}
      </Button>
    </form>
  );
}

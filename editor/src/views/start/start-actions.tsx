import { lazy, Suspense } from 'react';
import { LinkButton } from '../../ui/button.tsx';
import { useWords } from '../../words/use-words.tsx';

/** Needed in an empty repository alone. */
const ExampleButton = lazy(async () => ({ default: (await import('./example-button.tsx')).ExampleButton }));

/** The ways to start: a new framework, an import, the vocabularies, and, in an empty repository, an example. */
export function StartActions({ withExample = false }: { readonly withExample?: boolean }) {
  const { t } = useWords();
  return (
    <>
      <LinkButton href="/new" variant="primary" icon="add">
        {t('start.new')}
      </LinkButton>
      <LinkButton href="/import" icon="upload">
        {t('start.import')}
      </LinkButton>
      <LinkButton href="/schemes" variant="quiet">
        {t('start.schemes')}
      </LinkButton>
      {withExample && (
        <Suspense>
          <ExampleButton />
        </Suspense>
      )}
    </>
  );
}

import { useKindWord } from '../../app/use-kind-word.ts';
import { countItems } from '../../outline/paste.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { OutlinePreview } from './outline-preview.tsx';
import type { PlannedFramework } from './planned-framework.ts';

/** The frameworks and vocabularies that an import brings, by name, each with its outline. */
export function PlannedFrameworks({ frameworks }: { readonly frameworks: readonly PlannedFramework[] }) {
  const { t, language } = useWords();
  const kindWord = useKindWord();
  return frameworks.map(({ id, name, type, isHere, items }) => {
    const count = countItems(items);
    return (
      <section key={id} className="stack">
        <h3>
          {textIn({ name }, 'name', language) ?? t('start.unnamed')}{' '}
          <span className="quiet small">
            {type === 'Framework' ? t('outline.count', { count }) : kindWord({ '@type': type })}
          </span>
        </h3>
        {isHere && <p>{t('import.here')}</p>}
        {count > 0 && <OutlinePreview items={items} />}
      </section>
    );
  });
}

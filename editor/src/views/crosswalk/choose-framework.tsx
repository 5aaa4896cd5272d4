import { FrameworkPicker } from '../../app/framework-picker.tsx';
import { usePageTitle } from '../../app/use-page-title.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf } from '../../outline/state.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { useSnapshot } from '../outline/use-document.ts';

type ChooseFrameworkProps = { readonly document: FrameworkDocument; readonly onChoose: (id: string) => void };

/** Finds the framework that another one is compared with. */
export function ChooseFramework({ document, onChoose }: ChooseFrameworkProps) {
  const { t, language } = useWords();
  const { state } = useSnapshot(document);
  const framework = textIn(frameworkOf(state), 'name', language) ?? t('graph.unnamed');
  const title = t('crosswalk.choose-title', { framework });
  usePageTitle(title);
  return (
    <div className="page stack crosswalk-choose">
      <h1>{title}</h1>
      <FrameworkPicker
        label={t('crosswalk.choose')}
        description={t('crosswalk.choose-help')}
        chosen={null}
        without={document.frameworkId}
        onChoose={onChoose}
      />
    </div>
  );
}

import { FrameworkPicker } from '../../app/framework-picker.tsx';
import { useFramework } from '../../app/use-framework.ts';
import { frameworkOf } from '../../outline/state.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';

type Props = { readonly id: string | null; readonly onChoose: (id: string) => void };

/** The framework whose competencies are shown. @param id its short id */
export function ChooseFramework({ id, onChoose }: Props) {
  const { t, language } = useWords();
  const framework = useFramework(id).data?.state;
  const name = framework === undefined ? null : textIn(frameworkOf(framework), 'name', language);
  return (
    <FrameworkPicker
      label={t('learners.framework')}
      placeholder={t('learners.framework-help')}
      chosen={id === null ? null : { id, name: framework === undefined ? '' : (name ?? t('start.unnamed')) }}
      onChoose={onChoose}
    />
  );
}

import { FrameworkPicker } from '../../app/framework-picker.tsx';
import { frameworkOf, type OutlineState } from '../../outline/state.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';

type Props = {
  /** Its id; null: none is chosen. */
  readonly id: string | null;
  /** Absent while it is being loaded. */
  readonly state: OutlineState | undefined;
  readonly onChoose: (id: string) => void;
};

/** The framework whose competencies are shown. */
export function ChooseFramework({ id, state, onChoose }: Props) {
  const { t, language } = useWords();
  const name = state === undefined ? null : textIn(frameworkOf(state), 'name', language);
  return (
    <FrameworkPicker
      label={t('learners.framework')}
      placeholder={t('learners.framework-help')}
      chosen={id === null ? null : { id, name: state === undefined ? '' : (name ?? t('start.unnamed')) }}
      onChoose={onChoose}
    />
  );
}

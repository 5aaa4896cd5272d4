import { useState } from 'react';
import type { OutlineState } from '../outline/state.ts';
import { ComboBox } from '../ui/combo-box.tsx';
import { useWords } from '../words/use-words.tsx';
import { useCandidates } from './candidates.ts';

type PickerProps = {
  readonly label: string;
  readonly state: OutlineState;
  readonly without: ReadonlySet<string>;
  readonly error?: string | undefined;
  /** Only the competencies of this framework are offered. */
  readonly isOnlyHere?: boolean;
  /** Whether the field is emptied for the next one; otherwise it shows what was picked. */
  readonly isEmptied?: boolean;
  readonly onPick: (id: string) => void;
};

/** Finds a competency in this framework and, unless that is ruled out, in all others. */
export function CompetencyPicker(props: PickerProps) {
  const { label, state, without, error, isOnlyHere = false, isEmptied = false, onPick } = props;
  const { t } = useWords();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<string | null>(null);
  const { choices, isSearching } = useCandidates(state, text, without, isOnlyHere);
  return (
    <ComboBox
      label={label}
      placeholder={t(isOnlyHere ? 'details.pick-hint-here' : 'details.pick-hint')}
      error={error}
      choices={choices}
      isEmptied={isEmptied}
      value={picked}
      onChange={(id) => {
        setPicked(id === null ? null : String(id));
        if (id === null) return;
        setText(choices.find((choice) => choice.id === id)?.label ?? '');
        onPick(String(id));
      }}
      text={text}
      onTextChange={setText}
      empty={t(isSearching ? 'details.searching' : 'results.none-title')}
    />
  );
}

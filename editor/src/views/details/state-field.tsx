import { useStateText } from '../../app/state-tag.tsx';
import { fieldsOfState, PUBLICATION_STATES, stateOf } from '../../editions/publication-state.ts';
import { Select } from '../../ui/select.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { Subject } from './subject.ts';

/** The choice of a framework that states nothing, and that of one with another word. */
const NONE = 'none';
const OTHER = 'other';

/** The state of a framework. A word of another tool stays until another state is chosen. */
export function StateField({ subject }: { readonly subject: Subject }) {
  const { t } = useWords();
  const textOf = useStateText();
  const stated = stateOf(subject.object);
  const other = stated !== null && stated.state === null ? [{ id: OTHER, label: stated.text }] : [];
  return (
    <Select
      label={t('state.label')}
      isDisabled={subject.isReadOnly}
      value={stated === null ? NONE : (stated.state ?? OTHER)}
      choices={[
        ...PUBLICATION_STATES.map((id) => ({ id, label: textOf({ state: id }) })),
        ...other,
        { id: NONE, label: textOf(null) },
      ]}
      onChange={(id) => {
        const state = PUBLICATION_STATES.find((one) => one === id) ?? null;
        if (id !== OTHER) subject.onChangeAll(fieldsOfState(subject.object, state));
      }}
    />
  );
}

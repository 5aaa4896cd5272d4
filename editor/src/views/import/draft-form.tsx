import { useState } from 'react';
import { useLanguageModel } from '../../app/use-language-model.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Select } from '../../ui/select.tsx';
import { useWords } from '../../words/use-words.tsx';
import { MakeKey } from './make-key.tsx';
import type { Description } from './source.ts';

const DEPTHS = [1, 2, 3];

/** Takes the description from which a language model drafts a framework; nothing if the service has no model. */
export function DraftForm({ onAdd }: { readonly onAdd: (description: Description) => void }) {
  const { t, number } = useWords();
  const model = useLanguageModel();
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [depth, setDepth] = useState(2);
  if (model === null) return null;
  return (
    <section className="card stack" aria-label={t('draft.title')}>
      <h2>{t('draft.title')}</h2>
      <p className="quiet small">{t('draft.help', { model: model.name })}</p>
      <TextField label={t('draft.topic')} value={name} onChange={setName} />
      <TextField label={t('draft.text')} description={t('draft.text-help')} lines={5} value={text} onChange={setText} />
      <Select
        label={t('draft.depth')}
        choices={DEPTHS.map((id) => ({ id, label: number(id) }))}
        value={depth}
        onChange={(id) => setDepth(DEPTHS.find((one) => one === id) ?? depth)}
      />
      {model.isAllowed ? (
        <div className="row">
          <Button
            variant="primary"
            isDisabled={name.trim() === ''}
            onPress={() =>
              onAdd({ kind: 'description', name: name.trim(), request: { name: name.trim(), text, depth } })
            }
          >
            {t('draft.start')}
          </Button>
        </div>
      ) : (
        <MakeKey reason={t('draft.key')} />
      )}
    </section>
  );
}

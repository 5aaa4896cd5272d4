import { useState } from 'react';
import { DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { usePageTitle } from '../../app/use-page-title.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/use-words.tsx';
import { AddressCard } from './address-card.tsx';
import { DraftCard } from './draft-card.tsx';
import { DraftForm } from './draft-form.tsx';
import { ImportCard } from './import-card.tsx';
import { type Description, type Source, sourcesOf } from './source.ts';
import './import.css';

type Entry = { readonly key: number; readonly source: Source | Description };

/** Takes files, pasted text and addresses, and shows what each would bring. */
export function ImportView() {
  const { t } = useWords();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  usePageTitle(t('import.title'));

  const add = (sources: readonly (Source | Description)[]): void =>
    setEntries((before) => {
      const first = (before.at(-1)?.key ?? 0) + 1;
      return [...before, ...sources.map((source, i) => ({ key: first + i, source }))];
    });
  return (
    <div className="page stack import">
      <h1>{t('import.title')}</h1>
      {entries.map(({ key, source }) => {
        const onRemove = () => setEntries((before) => before.filter((entry) => entry.key !== key));
        return source.kind === 'description' ? (
          <DraftCard key={key} description={source} onRemove={onRemove} />
        ) : (
          <ImportCard key={key} source={source} onRemove={onRemove} />
        );
      })}
      <Choose onAdd={add} />
    </div>
  );
}

function Choose({ onAdd }: { readonly onAdd: (sources: readonly (Source | Description)[]) => void }) {
  const { t } = useWords();
  const [text, setText] = useState('');
  const addFiles = async (files: readonly File[]): Promise<void> => onAdd(await sourcesOf(files));

  return (
    <section className="stack" aria-label={t('import.choose')}>
      <DropZone
        className="drop-zone"
        onDrop={async ({ items }) =>
          addFiles(await Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())))
        }
      >
        <Icon name="upload" />
        <Text slot="label">{t('import.drop')}</Text>
        <FileTrigger allowsMultiple onSelect={(files) => void addFiles([...(files ?? [])])}>
          <Button variant="primary">{t('import.files')}</Button>
        </FileTrigger>
        <span className="quiet small">{t('import.formats')}</span>
      </DropZone>
      <div className="import-others">
        <div className="card stack">
          <TextField
            label={t('import.paste')}
            description={t('import.paste-help')}
            lines={4}
            value={text}
            onChange={setText}
          />
          <Button
            isDisabled={text.trim() === ''}
            onPress={() => {
              onAdd([{ kind: 'file', name: t('import.pasted'), file: new Blob([text]) }]);
              setText('');
            }}
          >
            {t('import.show')}
          </Button>
        </div>
        <AddressCard onAdd={(source) => onAdd([source])} />
      </div>
      <DraftForm onAdd={(description) => onAdd([description])} />
    </section>
  );
}

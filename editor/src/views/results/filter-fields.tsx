import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { useEditor } from '../../app/editor.tsx';
import { FrameworkPicker } from '../../app/framework-picker.tsx';
import { useVault } from '../../app/use-vault.ts';
import { PUBLICATION_STATES } from '../../editions/publication-state.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { FACETS, KINDS, type ResultFilters, valuesAt } from './result-filters.ts';

/** The choice of every filter that filters nothing. */
const ANY = 'any';

type FieldsProps = {
  readonly filters: ResultFilters;
  /** What is found: its values are offered. */
  readonly found: readonly JsonObject[];
  /** @param value null: not filtered */
  readonly onChange: (name: string, value: string | null) => void;
};

/** The filters of a search. Those by a value are shown if something that is found has one. */
export function FilterFields({ filters, found, onChange }: FieldsProps) {
  const { t, language } = useWords();
  const names = new Intl.DisplayNames([language], { type: 'language', fallback: 'code' });
  const change = (name: string) => (id: string | number | null) =>
    onChange(name, id === null || id === ANY ? null : String(id));
  const any = { id: ANY, label: t('results.any') };
  const isFrameworks = filters.kind === 'all' || filters.kind === 'framework';
  return (
    <div className="start-tools">
      {filters.framework === null && (
        <Select
          label={t('results.type')}
          value={filters.kind}
          onChange={(id) => onChange('kind', id === 'all' ? null : String(id))}
          choices={KINDS.map((id) => ({ id, label: t(`results.type-${id}`) }))}
        />
      )}
      {isFrameworks && filters.framework === null && (
        <Select
          label={t('state.label')}
          value={filters.state ?? ANY}
          onChange={change('state')}
          choices={[any, ...PUBLICATION_STATES.map((id) => ({ id, label: t(`state.${id}`) }))]}
        />
      )}
      {FACETS.map(({ word }) => {
        const chosen = filters.facets[word];
        const values = new Set(found.flatMap((object) => valuesAt(object, word)));
        if (chosen !== undefined) values.add(chosen);
        if (values.size === 0) return null;
        const sorted = [...values].sort((a, b) => a.localeCompare(b, language));
        return (
          <Select
            key={word}
            label={t(`field.${word}`)}
            value={chosen ?? ANY}
            onChange={change(word)}
            choices={[any, ...sorted.map((id) => ({ id, label: word === 'languages' ? nameOf(names, id) : id }))]}
          />
        );
      })}
      <FrameworkFilter id={filters.framework} onChange={(id) => onChange('framework', id)} />
    </div>
  );
}

type FrameworkProps = { readonly id: string | null; readonly onChange: (id: string | null) => void };

function FrameworkFilter({ id, onChange }: FrameworkProps) {
  const { t, language } = useWords();
  const { service } = useEditor();
  const vault = useVault();
  const { data: name = '…' } = useQuery({
    queryKey: ['framework-name', id, language],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const object = await vault.open((await service.read(id ?? '', signal)).object);
      return (object && textIn(object, 'name', language)) ?? t('start.unnamed');
    },
  });
  return (
    <>
      <FrameworkPicker
        label={t('results.within')}
        placeholder={t('results.any')}
        chosen={id === null ? null : { id, name }}
        onChoose={onChange}
      />
      {id !== null && (
        <Button variant="quiet" icon="close" onPress={() => onChange(null)}>
          {t('results.everywhere')}
        </Button>
      )}
    </>
  );
}

/** The name of a language; the tag itself if it is not valid. */
function nameOf(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

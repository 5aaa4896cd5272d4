import { type Filters, type FrameworkRow, NO_FILTERS } from '../../app/framework-list.ts';
import { Select } from '../../ui/select.tsx';
import { useWords } from '../../words/use-words.tsx';

/** The choice of every filter that filters nothing. */
const ANY = 'any';

type FilterBarProps = {
  readonly rows: readonly FrameworkRow[];
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
};

/** Filters the list by the owners, languages and publishers of the listed frameworks. */
export function FilterBar({ rows, filters, onChange }: FilterBarProps) {
  const { t, language } = useWords();
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const languages = distinct(rows.flatMap((row) => row.languages));
  const publishers = distinct(rows.flatMap((row) => row.publishers));
  const change = (changed: Partial<Filters>): void => {
    const next = { ...filters, ...changed };
    onChange(Object.values(next).every((value) => value === null) ? NO_FILTERS : next);
  };
  const chosen = (id: string | number | null): string | null => (id === null || id === ANY ? null : String(id));
  return (
    <>
      <Select
        label={t('start.owner')}
        value={filters.owner ?? ANY}
        onChange={(id) => change({ owner: id === 'me' || id === 'shared' || id === 'none' ? id : null })}
        choices={[
          { id: ANY, label: t('start.owner-any') },
          { id: 'me', label: t('start.owner-me') },
          { id: 'shared', label: t('start.owner-shared') },
          { id: 'none', label: t('start.owner-none') },
        ]}
      />
      <Select
        label={t('start.language')}
        value={filters.language ?? ANY}
        onChange={(id) => change({ language: chosen(id) })}
        choices={[
          { id: ANY, label: t('start.language-any') },
          ...languages.map((id) => ({ id, label: languageName(names, id) })),
        ]}
      />
      <Select
        label={t('start.publisher')}
        value={filters.publisher ?? ANY}
        onChange={(id) => change({ publisher: chosen(id) })}
        choices={[{ id: ANY, label: t('start.publisher-any') }, ...publishers.map((id) => ({ id, label: id }))]}
      />
    </>
  );
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort((a, b) => a.localeCompare(b));
}

/** The name of a language; the tag itself if it is not valid. */
function languageName(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

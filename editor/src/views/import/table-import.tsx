import { useMemo, useState } from 'react';
import type { Table } from '../../tables/read-table.ts';
import { Select } from '../../ui/select.tsx';
import { useWords } from '../../words/use-words.tsx';
import { type Column, guessColumns, ROLES } from './columns.ts';
import { ItemsImport } from './items-import.tsx';
import { Details } from './plan-preview.tsx';
import { hierarchyOf, tableItems } from './table-items.ts';

/** Languages offered for a column, besides the one in its header. */
const COLUMN_LANGUAGES = ['en', 'de', 'es', 'fr', 'ar', 'it', 'nl', 'pl', 'pt', 'zh'];

/** Maps the columns of a table, and shows the outline that they make. */
export function TableImport({ name, table }: { readonly name: string; readonly table: Table }) {
  const { t, language } = useWords();
  const [headers = [], ...rows] = table;
  const [columns, setColumns] = useState(() => guessColumns(headers));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are those of the table
  const { items, problems } = useMemo(() => tableItems(rows, columns, language), [table, columns, language]);
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const tags = [...new Set([...columns.flatMap((column) => column.language ?? []), ...COLUMN_LANGUAGES])];
  const change = (index: number, changed: Partial<Column>): void =>
    setColumns(columns.map((column, i) => (i === index ? { ...column, ...changed } : column)));
  return (
    <div className="stack">
      <h3>{t('import.columns')}</h3>
      <p className="quiet small">{t(`import.hierarchy-${hierarchyOf(columns)}`)}</p>
      <ul className="import-columns">
        {columns.map((column, i) => {
          const header = headers[i]?.trim() || t('import.column', { number: i + 1 });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns stay in their order
            <li key={i}>
              <Select
                label={header}
                description={rows.find((row) => row[i]?.trim())?.[i]?.slice(0, 60)}
                choices={ROLES.map((id) => ({ id, label: t(`import.role-${id}`) }))}
                value={column.role}
                onChange={(id) => change(i, { role: ROLES.find((role) => role === id) ?? column.role })}
              />
              {(column.role === 'name' || column.role === 'description') && (
                <Select
                  label={t('import.column-language', { column: header })}
                  choices={tags.map((id) => ({ id, label: names.of(id) ?? id }))}
                  value={column.language ?? language}
                  onChange={(id) => change(i, { language: String(id) })}
                />
              )}
            </li>
          );
        })}
      </ul>
      <Details
        title={t('import.problems', { count: problems.length })}
        items={problems}
        lineOf={({ row, kind, value }) => <bdi>{t(`import.problem-${kind}`, { row, value })}</bdi>}
      />
      <ItemsImport name={name} items={items} />
    </div>
  );
}

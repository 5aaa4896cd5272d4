import { useMemo, useState } from 'react';
import { browserStorage } from '../../app/preferences.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { ColumnChoices, useRoleName } from './column-choices.tsx';
import { type Column, guessColumns, repeatedRoles } from './columns.ts';
import { ItemsImport } from './items-import.tsx';
import { Details } from './plan-preview.tsx';
import { rememberColumns, rememberedColumns } from './remembered-columns.ts';
import type { TableContent } from './source.ts';
import { hierarchyOf, tableItems } from './table-items.ts';

type TableImportProps = { readonly name: string; readonly content: TableContent };

/** Maps the columns of a table, and shows the outline that they make. */
export function TableImport({ name, content }: TableImportProps) {
  const { t, language } = useWords();
  const { table, relations } = content;
  const [headers = [], ...rows] = table;
  const [columns, setColumns] = useState(() => rememberedColumns(browserStorage(), headers) ?? guessColumns(headers));
  const [isRemembered, setRemembered] = useState(() => rememberedColumns(browserStorage(), headers) !== null);
  const read = useMemo(() => {
    const [, ...rowsBelow] = table;
    return tableItems({ rows: rowsBelow, columns, relations }, language);
  }, [table, columns, relations, language]);
  const choose = (chosen: readonly Column[]): void => {
    rememberColumns(browserStorage(), headers, chosen);
    setColumns(chosen);
  };
  const guessAgain = (): void => {
    rememberColumns(browserStorage(), headers, null);
    setColumns(guessColumns(headers));
    setRemembered(false);
  };
  const framework = read.framework ?? content.framework;
  const ownName = framework === null ? null : textIn({ ...framework }, 'name', language);
  return (
    <div className="stack">
      <h3>{t('import.columns')}</h3>
      <p className="quiet small">{t(`import.hierarchy-${hierarchyOf({ rows, columns, relations })}`)}</p>
      {isRemembered && (
        <Banner actions={<Button onPress={guessAgain}>{t('import.columns-guess')}</Button>}>
          {t('import.columns-remembered')}
        </Banner>
      )}
      <ColumnChoices table={table} columns={columns} onChange={choose} />
      <Repeated headers={headers} columns={columns} />
      <LeftOut headers={headers} rows={rows} columns={columns} />
      <Details
        title={t('import.problems', { count: read.problems.length })}
        items={read.problems}
        lineOf={({ row, kind, value }) => <bdi>{t(`import.problem-${kind}`, { row, value })}</bdi>}
      />
      <ItemsImport key={ownName} name={ownName ?? name} contents={{ ...read, framework }} />
    </div>
  );
}

type ColumnsProps = { readonly headers: readonly string[]; readonly columns: readonly Column[] };

/** Columns with the same role, and which of them counts. */
function Repeated({ headers, columns }: ColumnsProps) {
  const { t, language } = useWords();
  const roleName = useRoleName();
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const repeated = [...repeatedRoles(columns)];
  if (repeated.length === 0) return null;
  return (
    <Banner kind="warning">
      <ul>
        {repeated.map(([role, indexes]) => (
          <li key={`${role} ${indexes.join(' ')}`}>
            {t('import.columns-repeated', {
              columns: list.format(indexes.map((i) => `“${headers[i]?.trim() ?? ''}”`)),
              role: roleName(role),
            })}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

type LeftOutProps = ColumnsProps & { readonly rows: readonly (readonly string[])[] };

/** Columns with values that are not imported. */
function LeftOut({ headers, rows, columns }: LeftOutProps) {
  const { t, language } = useWords();
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const names = columns.flatMap(({ role }, i) => {
    const isLost = role === 'ignore' && rows.some((row) => row[i]?.trim());
    return isLost ? [headers[i]?.trim() || t('import.column', { number: i + 1 })] : [];
  });
  if (names.length === 0) return null;
  return <p className="small">{t('import.columns-left-out', { columns: list.format(names) })}</p>;
}

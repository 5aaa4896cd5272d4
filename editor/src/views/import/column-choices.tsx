import type { Table } from '../../tables/read-table.ts';
import { Select } from '../../ui/select.tsx';
import { useWords } from '../../words/use-words.tsx';
import { ROLES, type Role } from './column-roles.ts';
import type { Column } from './columns.ts';

/** Languages offered for a column, besides the one in its header. */
const COLUMN_LANGUAGES = ['en', 'de', 'es', 'fr', 'ar', 'it', 'nl', 'pl', 'pt', 'zh'];

/** Maximum number of characters of the first value of a column, which stands below it. */
const MAX_EXAMPLE_CHARACTERS = 60;

type Props = {
  readonly table: Table;
  readonly columns: readonly Column[];
  readonly onChange: (columns: readonly Column[]) => void;
};

/** What each column of a table is, for the person to correct. */
export function ColumnChoices({ table, columns, onChange }: Props) {
  const { t, language } = useWords();
  const roleName = useRoleName();
  const [headers = [], ...rows] = table;
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const tags = [...new Set([...columns.flatMap((column) => column.language ?? []), ...COLUMN_LANGUAGES])];
  const change = (index: number, changed: Partial<Column>): void =>
    onChange(columns.map((column, i) => (i === index ? { ...column, ...changed } : column)));
  return (
    <ul className="import-columns">
      {columns.map((column, i) => {
        const header = headers[i]?.trim() || t('import.column', { number: i + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns stay in their order
          <li key={i}>
            <Select
              label={header}
              description={rows.find((row) => row[i]?.trim())?.[i]?.slice(0, MAX_EXAMPLE_CHARACTERS)}
              choices={ROLES.map((id) => ({ id, label: roleName(id) }))}
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
  );
}

/** Words for the meaning of a column: the label of a member, or those of the import. */
export function useRoleName(): (role: Role) => string {
  const { t } = useWords();
  return (role) => {
    switch (role) {
      case 'name':
      case 'description':
      case 'notation':
      case 'numbering':
      case 'id':
      case 'parent':
      case 'sequence':
      case 'level':
      case 'depth':
      case 'kind':
      case 'abbreviated':
      case 'subject':
      case 'ctid':
      case 'related':
      case 'replaced-by':
      case 'exemplar':
      case 'ignore':
        return t(`import.role-${role}`);
      default:
        return t(`field.${role}`);
    }
  };
}

import { Cell, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components';
import { useIdentities } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { useWords } from '../../words/use-words.tsx';
import type { FrameworkRow } from './framework-list.ts';
import './start.css';

/** Frameworks with what tells them apart; a row leads to the framework. */
export function FrameworkTable({ rows }: { readonly rows: readonly FrameworkRow[] }) {
  const { t, number, date } = useWords();
  const ownerName = useOwnerName();
  return (
    <div className="table-scroll">
      <Table aria-label={t('start.title')} className="table framework-table">
        <TableHeader>
          <Column isRowHeader>{t('start.name')}</Column>
          <Column className="number">{t('start.competencies')}</Column>
          <Column>{t('start.owner')}</Column>
          <Column>{t('start.changed')}</Column>
        </TableHeader>
        <TableBody items={rows}>
          {(row) => (
            <Row id={row.id} href={frameworkPath(row.id)}>
              <Cell>
                <span className="framework-name">{row.name ?? t('start.unnamed')}</span>
                {row.description !== null && <span className="framework-description">{row.description}</span>}
              </Cell>
              <Cell className="number">{number(row.competencies)}</Cell>
              <Cell>{ownerName(row.owners)}</Cell>
              <Cell>{row.changed === null ? '–' : date(row.changed)}</Cell>
            </Row>
          )}
        </TableBody>
      </Table>
    </div>
  );
}

/** Owners in the words of the person: themselves, a contact, or somebody. */
function useOwnerName(): (owners: readonly string[]) => string {
  const { t } = useWords();
  const { identities, contacts } = useIdentities();
  const mine = new Set(identities.map(({ publicPem }) => publicPem));
  const names = new Map(contacts.map(({ publicPem, name }) => [publicPem, name]));
  return (owners) => {
    if (owners.length === 0) return t('start.anyone');
    if (owners.some((key) => mine.has(key))) return t('start.owner-me');
    return owners.flatMap((key) => names.get(key) ?? [])[0] ?? t('start.somebody');
  };
}

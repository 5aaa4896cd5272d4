import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { useIdentities } from '../../app/editor.tsx';
import type { FrameworkRow } from '../../app/framework-list.ts';
import type { ListOrder } from '../../app/list-order.ts';
import { frameworkPath } from '../../app/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/use-words.tsx';

/** Loaded after the list. */
const StateTag = lazy(async () => ({ default: (await import('../../app/state-tag.tsx')).StateTag }));

/** `isPrivate`: only its owners and readers can read it. `object`: as it was found, decrypted. */
type ListedFramework = FrameworkRow & { readonly isPrivate: boolean; readonly object: JsonObject };

type TableProps = {
  readonly rows: readonly ListedFramework[];
  readonly order: ListOrder;
  readonly onSort: (by: ListOrder['by']) => void;
  /** The rows of another order, or of other words, are loading. */
  readonly isBusy: boolean;
};

/** A table of frameworks, sorted by the heads of its columns; each name is a link to its framework. */
export function FrameworkTable({ rows, order, onSort, isBusy }: TableProps) {
  const { t, number, date } = useWords();
  const ownerName = useOwnerName();
  const head = (by: ListOrder['by']) => (
    <th
      scope="col"
      aria-sort={order.by === by ? order.direction : 'none'}
      {...(by === 'competencies' && { className: 'number' })}
    >
      <button type="button" className="sort-button" onClick={() => onSort(by)}>
        {t(`start.${by}`)}
      </button>
    </th>
  );
  return (
    <div className="table-scroll">
      <table aria-label={t('start.title')} aria-busy={isBusy} className="table framework-table">
        <thead>
          <tr>
            {head('name')}
            {head('competencies')}
            <th scope="col">{t('start.owner')}</th>
            {head('changed')}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="framework-row">
              <th scope="row">
                <Link href={frameworkPath(row.id)} className="framework-name">
                  {row.name ?? t('start.unnamed')}
                </Link>
                <Suspense>
                  <StateTag framework={row.object} />
                </Suspense>
                {row.isPrivate && (
                  <span className="framework-private quiet small">
                    <Icon name="lock" /> {t('start.private')}
                  </span>
                )}
                {row.description !== null && (
                  <span className="framework-description">
                    <bdi>{row.description}</bdi>
                  </span>
                )}
              </th>
              <td className="number">{number(row.competencies)}</td>
              <td>{ownerName(row.owners)}</td>
              <td>{row.changed === null ? '–' : date(row.changed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How owners are named: the person themselves, contacts, and all others alike. */
function useOwnerName(): (owners: readonly string[]) => string {
  const { t } = useWords();
  const { identities, contacts } = useIdentities();
  const mine = new Set(identities.map(({ publicPem }) => publicPem));
  const known = new Map(contacts.map(({ publicPem, name }) => [publicPem, name]));
  return (owners) => {
    if (owners.length === 0) return t('start.anyone');
    const own = owners.some((key) => mine.has(key)) ? [t('start.owner-me')] : [];
    const others = owners.filter((key) => !mine.has(key)).map((key) => known.get(key) ?? t('start.somebody'));
    return [...new Set([...own, ...others])].join(', ');
  };
}

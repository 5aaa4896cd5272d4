import type { CopyPreview } from '../../service/copies.ts';
import { useWords } from '../../words/use-words.tsx';

/** What a copy would bring, by kind. */
export function CopyPreviewTable({ preview }: { readonly preview: CopyPreview }) {
  const { t, number } = useWords();
  const { way, objects, types, complete } = preview;
  const nameOf = (type: string | null): string => {
    if (type === 'Framework') return t('results.type-framework');
    if (type === 'Competency') return t('results.type-competency');
    return type ?? t('operators.copy-no-type');
  };
  return (
    <div className="stack">
      <p role="status">
        {t('operators.copy-objects', {
          count: objects,
          new: number(preview.new),
          changed: number(preview.changed),
          same: number(preview.same),
        })}{' '}
        {!complete && t('operators.copy-incomplete')}
      </p>
      <p className="quiet">{t(way === 'export' ? 'operators.copy-everything' : 'operators.copy-public')}</p>
      {types.length > 0 && (
        <div className="table-scroll">
          <table className="table copy-preview" aria-label={t('operators.copy-preview')}>
            <thead>
              <tr>
                <th>{t('results.type')}</th>
                <th className="number">{t('operators.copy-new')}</th>
                <th className="number">{t('operators.copy-changed')}</th>
                <th className="number">{t('operators.copy-same')}</th>
              </tr>
            </thead>
            <tbody>
              {types.map(({ type, new: added, changed, same }) => (
                <tr key={type}>
                  <td>{nameOf(type)}</td>
                  <td className="number">{number(added)}</td>
                  <td className="number">{number(changed)}</td>
                  <td className="number">{number(same)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

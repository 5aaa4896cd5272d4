import { Problem } from '../../../../shared/errors/problem.ts';
import { useFaultText } from '../../app/editor.tsx';
import { ServiceError } from '../../service/service-error.ts';
import { UnreadableTable } from '../../tables/read-table.ts';
import { useWords } from '../../words/use-words.tsx';
import { NoObjects } from './read-objects.ts';

/** Problems of the server that something is fetched from (docs/errors). */
const REMOTE_CODES = new Set(['fetch-failed', 'fetch-refused']);

/** Says why something cannot be imported, with the place in the file where the service names one. */
export function useImportFault(): (error: unknown) => string {
  const { t } = useWords();
  const faultText = useFaultText();
  return (error) => {
    if (error instanceof UnreadableTable) return t('import.no-workbook');
    if (error instanceof NoObjects) return t('import.no-objects');
    if (error instanceof Problem) return t('import.no-json', { detail: error.message });
    if (error instanceof ServiceError && REMOTE_CODES.has(error.code ?? '')) {
      return t('import.remote-failed', { detail: error.message });
    }
    const where = error instanceof ServiceError ? error.problem.where : undefined;
    if (where === undefined || !where.startsWith('/')) return faultText(error);
    return `${faultText(error)} ${t('import.where', { path: where.slice(1).split('/').join(' › ') })}`;
  };
}

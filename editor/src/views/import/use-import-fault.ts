import { Problem } from '../../../../shared/errors/problem.ts';
import { useFaultText } from '../../app/editor.tsx';
import { ServiceError } from '../../service/service-error.ts';
import { useWords } from '../../words/use-words.tsx';
import { NoObjects } from './read-objects.ts';
import { UnreadableTable } from './read-table.ts';

/** Says why something cannot be imported, with the place in the file where the service names one. */
export function useImportFault(): (error: unknown) => string {
  const { t } = useWords();
  const faultText = useFaultText();
  return (error) => {
    if (error instanceof UnreadableTable) return t('import.no-workbook');
    if (error instanceof NoObjects) return t('import.no-objects');
    if (error instanceof Problem) return t('import.no-json', { detail: error.message });
    const where = error instanceof ServiceError ? error.problem.where : undefined;
    if (where === undefined || !where.startsWith('/')) return faultText(error);
    return `${faultText(error)} ${t('import.where', { path: where.slice(1).split('/').join(' › ') })}`;
  };
}

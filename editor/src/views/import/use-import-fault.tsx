import type { ReactNode } from 'react';
import { Problem } from '../../../../shared/base/errors/problem.ts';
import { FaultMessage } from '../../app/use-fault.tsx';
import { ServiceError } from '../../service/service-error.ts';
import { UnreadableTable } from '../../tables/read-table.ts';
import { NotText } from '../../tables/read-text.ts';
import { faultOf } from '../../words/fault.ts';
import { useWords } from '../../words/use-words.tsx';
import { NoObjects } from './read-objects.ts';
import { RelationsAlone } from './source.ts';

/** Says why something cannot be imported, with the place in the file if the service names one. */
export function useImportFault(): (error: unknown) => ReactNode {
  const words = useWords();
  const { t } = words;
  return (error) => {
    if (error instanceof UnreadableTable) return t('import.no-workbook');
    if (error instanceof NotText) return t('import.no-text', { formats: t('import.formats') });
    if (error instanceof RelationsAlone) return t('import.relations-alone');
    if (error instanceof NoObjects) return t('import.no-objects');
    if (error instanceof Problem) {
      return <FaultMessage fault={{ text: t('import.no-json'), detail: error.message, detailLanguage: 'en' }} />;
    }
    if (error instanceof ServiceError && error.code === 'identifier-taken') return t('import.private-here');
    const fault = faultOf(error, words);
    const where = error instanceof ServiceError ? error.problem.where : undefined;
    if (where === undefined || !where.startsWith('/')) return <FaultMessage fault={fault} />;
    const place = t('import.where', { path: where.slice(1).split('/').join(' › ') });
    return <FaultMessage fault={{ ...fault, text: `${fault.text} ${place}` }} />;
  };
}

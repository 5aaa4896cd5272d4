import { FaultMessage } from '../../app/use-fault.tsx';
import { ServiceError } from '../../service/service-error.ts';
import { faultOf } from '../../words/fault.ts';
import { useWords } from '../../words/use-words.tsx';

/** Why a version, or a line of a file, was not stored; without a type, the reason comes from another server. */
type Refused = { readonly type?: string | undefined; readonly detail: string };

/** The status that is assumed if only the type of the problem is known. */
const REFUSED = 400;

/** Describes in the person's language why something was refused, with the detail of the service. */
export function Refusal({ refused: { type, detail } }: { readonly refused: Refused }) {
  const words = useWords();
  if (type === undefined) return <bdi lang="en">{detail}</bdi>;
  const error = new ServiceError(REFUSED, { type, detail });
  if (error.code === 'version-conflict') return words.t('operators.refused-version');
  return <FaultMessage fault={{ ...faultOf(error, words), detail }} />;
}

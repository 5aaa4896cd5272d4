import { FaultMessage } from '../../app/use-fault.tsx';
import { ServiceError } from '../../service/service-error.ts';
import { faultOf } from '../../words/fault.ts';
import { useWords } from '../../words/use-words.tsx';

/** Why a version, or a line of a file, was not stored; without a type it is the answer of another server. */
type Refused = { readonly type?: string | undefined; readonly detail: string };

/** The status of what is refused, where only the kind of the problem is known. */
const REFUSED = 400;

/** Says in the words of the person why something was refused, with what the service says about it. */
export function Refusal({ refused: { type, detail } }: { readonly refused: Refused }) {
  const words = useWords();
  if (type === undefined) return <bdi lang="en">{detail}</bdi>;
  const error = new ServiceError(REFUSED, { type, detail });
  if (error.code === 'version-conflict') return words.t('operators.refused-version');
  return <FaultMessage fault={{ ...faultOf(error, words), detail }} />;
}

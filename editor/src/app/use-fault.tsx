import type { ReactNode } from 'react';
import { type Fault, faultOf } from '../words/fault.ts';
import { useWords } from '../words/use-words.tsx';

/** Describes an error in the person's language, with the detail of the service below it if that says more. */
export function useFaultMessage(): (error: unknown) => ReactNode {
  const words = useWords();
  return (error) => <FaultMessage fault={faultOf(error, words)} />;
}

/** Describes an error in the person's language, in one sentence. */
export function useFaultText(): (error: unknown) => string {
  const words = useWords();
  return (error) => faultOf(error, words).text;
}

/** A fault, and its detail below it. */
export function FaultMessage({ fault: { text, detail, detailLanguage } }: { readonly fault: Fault }) {
  return (
    <>
      {text}
      {detail !== null && (
        <span className="fault-detail small" lang={detailLanguage ?? undefined}>
          <bdi>{detail}</bdi>
        </span>
      )}
    </>
  );
}

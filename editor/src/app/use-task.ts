import { type ReactNode, useState } from 'react';
import { useFaultMessage } from './use-fault.tsx';

/** Something that a person has started, such as the sending of a form. */
export type Task = {
  readonly isPending: boolean;
  /** Why it failed, in the person's language; null: it did not fail. */
  readonly failure: ReactNode;
  /** Runs it. A failure is shown, and not thrown. @returns whether it succeeded */
  readonly run: (task: () => Promise<void>) => Promise<boolean>;
  readonly reset: () => void;
};

/** @param textOf describes an error; null: use the usual text */
export function useTask(textOf: (error: unknown) => ReactNode = () => null): Task {
  const faultMessage = useFaultMessage();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<ReactNode>(null);
  return {
    isPending,
    failure,
    reset: () => setFailure(null),
    async run(task) {
      setPending(true);
      setFailure(null);
      try {
        await task();
        return true;
      } catch (error) {
        setFailure(textOf(error) ?? faultMessage(error));
        return false;
      } finally {
        setPending(false);
      }
    },
  };
}

import type { ReactNode } from 'react';
import { FieldError, Text } from 'react-aria-components';

/** The properties of every field. */
export type Labelled = {
  readonly label: string;
  /** A sentence below the field. */
  readonly description?: string | undefined;
  /** The error of the value; absent: none. */
  readonly error?: ReactNode;
};

/** The sentences below a field. */
export function Notes({ description, error }: Omit<Labelled, 'label'>) {
  return (
    <>
      {description !== undefined && (
        <Text slot="description" className="field-description">
          {description}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </>
  );
}

import { FileTrigger } from 'react-aria-components';
import { Button } from './button.tsx';

type Props = {
  readonly label: string;
  /** Media types and file name extensions. */
  readonly accept: readonly string[];
  readonly onChoose: (file: File) => void;
};

/** A button that lets a person choose a file. */
export function FileButton({ label, accept, onChoose }: Props) {
  return (
    <FileTrigger
      acceptedFileTypes={accept}
      onSelect={(files) => {
        const [file] = files ?? [];
        if (file !== undefined) onChoose(file);
      }}
    >
      <Button icon="upload">{label}</Button>
    </FileTrigger>
  );
}

import { TextField } from '../../ui/fields.tsx';
import type { WordKey } from '../../words/translation.ts';
import { useWords } from '../../words/use-words.tsx';

/** Minimum length of a passphrase. */
const MIN_CHARACTERS = 10;

/** A new secret, typed twice. */
export type NewSecret = { readonly first: string; readonly second: string };

/** Whether the secret is long enough and both entries are the same. */
export function isAccepted({ first, second }: NewSecret): boolean {
  return first.length >= MIN_CHARACTERS && first === second;
}

type Props = {
  readonly label: WordKey;
  readonly again: WordKey;
  readonly value: NewSecret;
  readonly onChange: (value: NewSecret) => void;
  /** Whether the person has tried to continue: then errors are shown. */
  readonly isTried: boolean;
  readonly autoFocus?: boolean;
};

/** Two fields for a new passphrase or password. */
export function NewSecretFields({ label, again, value, onChange, isTried, autoFocus = false }: Props) {
  const { t } = useWords();
  const { first, second } = value;
  const isShort = first.length < MIN_CHARACTERS;
  return (
    <>
      <TextField
        type="password"
        autoComplete="new-password"
        autoFocus={autoFocus}
        label={t(label)}
        description={t('identity.passphrase-help')}
        value={first}
        onChange={(text) => onChange({ first: text, second })}
        error={isTried && isShort ? t('identity.too-short', { count: MIN_CHARACTERS }) : undefined}
      />
      <TextField
        type="password"
        autoComplete="new-password"
        label={t(again)}
        value={second}
        onChange={(text) => onChange({ first, second: text })}
        error={isTried && !isShort && first !== second ? t('identity.not-same') : undefined}
      />
    </>
  );
}

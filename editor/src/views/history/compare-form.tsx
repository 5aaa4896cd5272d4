import { useState } from 'react';
import { type RootKind, rootPath } from '../../app/paths.ts';
import type { NamedVersion } from '../../editions/named-version.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { groupChanges } from './group-changes.ts';
import type { Change } from './load-history.ts';
import { NOW } from './use-moment.ts';

type FormProps = {
  readonly kind: RootKind;
  readonly frameworkId: string;
  readonly versions: readonly NamedVersion[];
  /** Newest first. */
  readonly changes: readonly Change[];
};

/** Two choices among the named versions and the times of the history, and a link to their comparison. */
export function CompareForm({ kind, frameworkId, versions, changes }: FormProps) {
  const { t, language, dateTime } = useWords();
  const names = versions.map(({ id, time, object }) => ({
    id,
    label: textIn(object, 'name', language) ?? dateTime(time),
  }));
  const times = groupChanges(changes)
    .flatMap(({ time }) => time ?? [])
    .map((time) => ({ id: String(time), label: dateTime(time) }));
  const choices = [{ id: NOW, label: t('history.now') }, ...names, ...times];
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string>(NOW);
  const first = from ?? names[0]?.id ?? times.at(-1)?.id ?? NOW;
  if (choices.length < 2) return null;
  return (
    <div className="row history-compare">
      <Select
        label={t('history.compare-from')}
        choices={choices}
        value={first}
        onChange={(id) => setFrom(String(id))}
      />
      <Select label={t('history.compare-to')} choices={choices} value={to} onChange={(id) => setTo(String(id))} />
      <LinkButton
        variant="primary"
        href={`${rootPath(kind, frameworkId, 'history')}?${new URLSearchParams({ from: first, to })}`}
      >
        {t('history.compare')}
      </LinkButton>
    </div>
  );
}

import type { ReactNode } from 'react';
import { useRouter } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { frameworkRow } from '../../app/framework-list.ts';
import { useKeyNames } from '../../app/use-key-names.ts';
import { frameworkOf, listedIds, type OutlineState } from '../../outline/state.ts';
import { useWords } from '../../words/use-words.tsx';

type Props = {
  readonly state: OutlineState;
  /** UTC milliseconds. */
  readonly readAt: number;
};

/** The origin of a framework, for a reader of the printed page. */
export function FrameworkFacts({ state, readAt }: Props) {
  const { t, language, number, dateTime } = useWords();
  const { service } = useEditor();
  const { base } = useRouter();
  const framework = frameworkOf(state);
  const { publishers, owners } = frameworkRow(framework, service.base, language);
  const address = `${window.location.origin}${base}/?${new URLSearchParams({ frameworkId: state.frameworkId })}`;
  const competencies = listedIds(framework, 'competency').filter((id) => state.objects.has(id)).length;
  return (
    <dl className="print-facts">
      {publishers.length > 0 && <Fact name={t('print.publisher')}>{publishers.join(', ')}</Fact>}
      <Fact name={t('print.owner')}>
        <Owners keys={owners} />
      </Fact>
      <Fact name={t('print.competencies')}>{number(competencies)}</Fact>
      <Fact name={t('print.address')}>
        <a href={address}>{address}</a>
      </Fact>
      <Fact name={t('print.read-on')}>{dateTime(readAt)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Owners({ keys }: { readonly keys: readonly string[] }) {
  const { t } = useWords();
  const nameOf = useKeyNames(keys);
  const names = keys.flatMap((key) => nameOf(key) ?? []);
  const count = keys.length - names.length;
  if (keys.length === 0) return t('print.no-owner');
  return [...names, ...(count > 0 ? [t('print.unnamed-owners', { count })] : [])].join(', ');
}

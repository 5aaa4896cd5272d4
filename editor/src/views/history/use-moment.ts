import { useQuery } from '@tanstack/react-query';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import type { RootKind } from '../../app/paths.ts';
import { type NamedVersion, namedVersions } from '../../editions/named-version.ts';
import type { Vault } from '../../outline/load.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { type Moment, momentNow, momentOfVersions, stateAt } from './state-at.ts';

/** The moment of the framework as it is. Others are the short id of a named version, or a time in UTC milliseconds. */
export const NOW = 'now';

/** What moments of a framework or a concept scheme are read with. */
export type History = {
  readonly kind: RootKind;
  readonly frameworkId: string;
  readonly vault: Vault;
  /** The person owns the framework, and may know when its versions were written. */
  readonly isOwner: boolean;
};

/** The framework at a moment; null: it did not exist, or its versions cannot be read. */
export function useMoment({ frameworkId, vault, isOwner }: History, key: string) {
  const { service } = useEditor();
  const { data: versions } = useNamedVersions(frameworkId, vault);
  return useQuery<Moment | null>({
    queryKey: ['moment', frameworkId, key, isOwner],
    enabled: key === NOW || isTime(key) || versions !== undefined,
    queryFn: ({ signal }) => {
      if (key === NOW) return momentNow(service, vault, frameworkId, signal);
      if (isTime(key)) return stateAt(service, vault, frameworkId, Number(key), isOwner, signal);
      const named = versions?.find(({ id }) => id === key);
      return named === undefined ? null : momentOfVersions(service, vault, frameworkId, named.versions, signal);
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** The named versions of a framework. */
export function useNamedVersions(frameworkId: string, vault: Vault) {
  const { service } = useEditor();
  const { current } = useIdentities();
  return useQuery<readonly NamedVersion[]>({
    queryKey: ['named-versions', frameworkId, current?.id],
    queryFn: ({ signal }) => namedVersions(service, vault, frameworkId, signal),
    staleTime: 0,
  });
}

/** How moments are called: by the name of a version, or by their time. */
export function useMomentName({ frameworkId, vault }: History): (key: string) => string {
  const { t, language, dateTime } = useWords();
  const { data: versions = [] } = useNamedVersions(frameworkId, vault);
  return (key) => {
    if (key === NOW) return t('history.now');
    const named = versions.find(({ id }) => id === key);
    if (named !== undefined) return textIn(named.object, 'name', language) ?? t('outline.unnamed');
    return isTime(key) ? dateTime(Number(key)) : t('outline.unnamed');
  };
}

function isTime(key: string): boolean {
  return /^\d+$/.test(key);
}

import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { type RootKind, rootPath } from '../../app/paths.ts';
import { accessOf } from '../../sharing/access.ts';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/use-words.tsx';

/** Says whether a framework or a vocabulary is private, and with how many it is shared; leads to the view that changes it. @param id short id */
export function AccessMark({ id, kind = 'framework' }: { readonly id: string; readonly kind?: RootKind }) {
  const { t } = useWords();
  const { service } = useEditor();
  const { identities } = useIdentities();
  const { data: access } = useQuery({
    queryKey: ['access', id],
    queryFn: async ({ signal }) => accessOf((await service.read(id, signal)).object),
    gcTime: 0, // the sharing view changes it
  });
  if (access === undefined) return null;
  const { isPrivate, owners, readers } = access;
  const isMine = ({ id: key }: { readonly id: string }): boolean => identities.some((one) => one.id === key);
  const others = [...owners, ...readers].filter((key) => !isMine({ id: key.fingerprint }));
  const isShared = isPrivate && others.length > 0;
  const text = !isPrivate
    ? t('outline.access-public')
    : !isShared
      ? t('outline.access-private')
      : owners.some(({ fingerprint }) => isMine({ id: fingerprint }))
        ? t('outline.access-shared', { count: new Set(others.map(({ fingerprint }) => fingerprint)).size })
        : t('outline.access-with-you');
  return (
    <Link href={rootPath(kind, id, 'sharing')} className="tag outline-access">
      <Icon name={isShared ? 'people' : isPrivate ? 'lock' : 'globe'} /> {text}
    </Link>
  );
}

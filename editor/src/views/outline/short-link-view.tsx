import { useQuery } from '@tanstack/react-query';
import { useEditor } from '../../app/editor.tsx';
import { NotOpened } from '../../app/not-opened.tsx';
import type { ViewProps } from '../../app/paths.ts';
import { linkName } from '../../app/short-link.ts';
import { idOf } from '../../outline/draft.ts';
import { Skeleton } from '../../ui/feedback.tsx';
import { OutlineOf } from './outline-view.tsx';

/** The outline at its short address. */
export function ShortLinkView({ params: { name = '', competency = '' } }: ViewProps) {
  const { service } = useEditor();
  const { data: id, error } = useQuery({
    queryKey: ['short-link', name],
    queryFn: async ({ signal }) => idOf((await service.read(`${service.base}data/${name}`, signal)).object),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isAsked = (part: string): boolean => linkName(part, service.base) === competency;
  if (id !== undefined) return <OutlineOf id={id} asked={competency} isAsked={isAsked} />;
  if (error !== null) return <NotOpened error={error} />;
  return (
    <div className="page" aria-busy="true">
      <Skeleton lines={8} />
    </div>
  );
}

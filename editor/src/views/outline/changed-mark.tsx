import { useQuery } from '@tanstack/react-query';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useKeyNames } from '../../app/use-key-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/use-words.tsx';

type MarkProps = {
  /** Short id of the object. */
  readonly id: string;
  /** When the change arrived here, UTC milliseconds. */
  readonly time: number;
  /** The person owns the framework, and may know who has changed it. */
  readonly isOwner: boolean;
};

/** Says that somebody else has just changed a row, and who it was where that is known. */
export function ChangedMark({ id, time, isOwner }: MarkProps) {
  const { t } = useWords();
  const { service } = useEditor();
  const { identities } = useIdentities();
  const { data: actors = [] } = useQuery({
    queryKey: ['changed-by', id, time],
    enabled: isOwner,
    retry: false, // without it, the mark names nobody
    queryFn: async ({ signal }) => (await service.trail(id, signal))[0]?.actor?.keys ?? [],
  });
  const nameOf = useKeyNames(actors);
  const isMine = actors.length > 0 && actors.every((key) => identities.some((one) => one.id === key));
  const names = actors.flatMap((key) => nameOf(key) ?? []);
  const text = isMine
    ? t('outline.by-you')
    : names.length > 0
      ? t('outline.by-name', { name: names.join(', ') })
      : t('outline.by-others');
  return (
    <span className="tag outline-changed" title={text}>
      <Icon name="people" />
      {/* The label of the row is the name of the competency alone. */}
      {!isMine && names.length > 0 && <span aria-hidden="true" data-name={names.join(', ')} />}
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

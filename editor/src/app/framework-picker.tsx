import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { ComboBox } from '../ui/combo-box.tsx';
import { Banner } from '../ui/feedback.tsx';
import { useWords } from '../words/use-words.tsx';
import { useEditor } from './editor.tsx';
import { frameworkRow, frameworksRequest } from './framework-list.ts';
import { useFaultMessage } from './use-fault.tsx';
import { useVault } from './use-vault.ts';

type Props = {
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  /** The chosen framework; null: none. */
  readonly chosen: { readonly id: string; readonly name: string } | null;
  /** Short id of a framework to leave out. */
  readonly without?: string;
  /** @param id short id */
  readonly onChoose: (id: string) => void;
};

/** Finds a framework by words of its name; private ones too, if a key of the person opens them. */
export function FrameworkPicker({ chosen, without, onChoose, ...labels }: Props) {
  const { t, language } = useWords();
  const { service } = useEditor();
  const faultMessage = useFaultMessage();
  const vault = useVault();
  const [typed, setTyped] = useState<string | null>(null);
  const words = useDeferredValue(typed ?? '');
  const found = useQuery({
    queryKey: ['choose-framework', words],
    queryFn: async ({ signal }) => {
      const asked = words.replace(/[^\p{L}\p{N}\s]/gu, ' ').trim();
      const { objects } = await service.search(frameworksRequest(asked === '' ? '' : `${asked}*`), signal);
      const opened = await Promise.all(objects.map(async (one) => (await vault.open(one)) ?? one));
      return opened.map((object) => frameworkRow(object, service.base, language));
    },
    placeholderData: (before) => before,
  });
  const rows = (found.data ?? []).filter(({ id }) => id !== without);
  return (
    <>
      {found.isError && <Banner kind="danger">{faultMessage(found.error)}</Banner>}
      <ComboBox
        {...labels}
        choices={rows.map(({ id, name, description }) => ({
          id,
          label: name ?? t('start.unnamed'),
          ...(description !== null && { description }),
        }))}
        value={chosen?.id ?? null}
        onChange={(key) => {
          if (key === null) return;
          setTyped(rows.find(({ id }) => id === key)?.name ?? null); // an empty text would open the list again
          onChoose(String(key));
        }}
        text={typed ?? chosen?.name ?? ''}
        onTextChange={setTyped}
        empty={found.isPending ? t('common.loading') : t('start.none-title')}
      />
    </>
  );
}

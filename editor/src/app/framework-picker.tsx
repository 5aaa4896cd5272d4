import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { ComboBox } from '../ui/combo-box.tsx';
import { Banner } from '../ui/feedback.tsx';
import { useWords } from '../words/use-words.tsx';
import { useEditor, useIdentities } from './editor.tsx';
import { frameworkRow, frameworksRequest } from './framework-list.ts';
import { typedFrameworks } from './typed-frameworks.ts';
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
  const { identities } = useIdentities();
  const faultMessage = useFaultMessage();
  const vault = useVault();
  const [text, setText] = useState<string | null>(null);
  const words = useDeferredValue(text ?? '');
  const open = async (object: JsonObject) => (await vault.open(object)) ?? object;

  async function newest(signal: AbortSignal): Promise<readonly JsonObject[]> {
    const { objects } = await service.search(frameworksRequest(), signal);
    return Promise.all(objects.map(open));
  }

  /** What fits best comes first. */
  async function typed(signal: AbortSignal): Promise<readonly JsonObject[]> {
    const requestOf = (q: string) => ({ ...frameworksRequest(q), sort: [] });
    const hasKeys = identities.length > 0;
    const { own, page } = await typedFrameworks(words, { service, vault, hasKeys, language, requestOf }, signal);
    return [...own.map(({ object }) => object), ...(await Promise.all(page.objects.map(open)))];
  }

  const found = useQuery({
    queryKey: ['choose-framework', words, identities.length, language],
    queryFn: async ({ signal }) => {
      const opened = await (words.trim() === '' ? newest(signal) : typed(signal));
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
          setText(rows.find(({ id }) => id === key)?.name ?? null); // an empty text would open the list again
          onChoose(String(key));
        }}
        text={text ?? chosen?.name ?? ''}
        onTextChange={setText}
        empty={found.isPending ? t('common.loading') : t('start.none-title')}
      />
    </>
  );
}

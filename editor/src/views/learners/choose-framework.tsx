import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useVault } from '../../app/use-vault.ts';
import { frameworkOf } from '../../outline/state.ts';
import { ComboBox } from '../../ui/combo-box.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { frameworkRow, frameworksRequest } from '../start/framework-list.ts';
import { useFramework } from './use-framework.ts';

type Props = { readonly id: string | null; readonly onChoose: (id: string) => void };

/** The framework whose competencies are shown. @param id its short id */
export function ChooseFramework({ id, onChoose }: Props) {
  const { t, language } = useWords();
  const { service } = useEditor();
  const vault = useVault();
  const chosen = useFramework(id).data;
  const [typed, setTyped] = useState<string | null>(null);
  const name = chosen === undefined ? '' : (textIn(frameworkOf(chosen), 'name', language) ?? t('start.unnamed'));
  const words = useDeferredValue(typed ?? '');
  const { data: rows = [] } = useQuery({
    queryKey: ['choose-framework', words],
    queryFn: async ({ signal }) => {
      const asked = words.replace(/[^\p{L}\p{N}\s]/gu, ' ').trim();
      const { objects } = await service.search(frameworksRequest(asked === '' ? '' : `${asked}*`), signal);
      const opened = await Promise.all(objects.map(async (one) => (await vault.open(one)) ?? one));
      return opened.map((object) => frameworkRow(object, service.base, language));
    },
    placeholderData: (before) => before,
  });
  return (
    <ComboBox
      label={t('learners.framework')}
      placeholder={t('learners.framework-help')}
      choices={rows.map((row) => ({ id: row.id, label: row.name ?? t('start.unnamed') }))}
      value={id}
      onChange={(key) => {
        if (key === null) return;
        setTyped(rows.find((row) => row.id === key)?.name ?? null); // an empty text would open the list again
        onChoose(String(key));
      }}
      text={typed ?? name}
      onTextChange={setTyped}
      empty={t('start.none-title')}
    />
  );
}

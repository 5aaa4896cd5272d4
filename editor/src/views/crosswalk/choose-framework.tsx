import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useEditor, useFaultText } from '../../app/editor.tsx';
import { usePageTitle } from '../../app/use-page-title.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf } from '../../outline/state.ts';
import { ComboBox } from '../../ui/combo-box.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { useSnapshot } from '../outline/use-document.ts';
import { frameworkRow, frameworksRequest } from '../start/framework-list.ts';

type ChooseFrameworkProps = { readonly document: FrameworkDocument; readonly onChoose: (id: string) => void };

/** Finds the framework that another one is compared with. */
export function ChooseFramework({ document, onChoose }: ChooseFrameworkProps) {
  const { t, language } = useWords();
  const { service } = useEditor();
  const faultText = useFaultText();
  const { state } = useSnapshot(document);
  const [text, setText] = useState('');
  const asked = useDeferredValue(text);
  const framework = textIn(frameworkOf(state), 'name', language) ?? t('graph.unnamed');
  const title = t('crosswalk.choose-title', { framework });
  usePageTitle(title);

  const found = useQuery({
    queryKey: ['frameworks to compare', asked],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await service.search(frameworksRequest(asked), signal)).objects,
  });
  const rows = (found.data ?? []).map((object) => frameworkRow(object, service.base, language));
  const choices = rows
    .filter(({ id }) => id !== document.frameworkId)
    .map(({ id, name, description }) => ({
      ...{ id, label: name ?? t('graph.unnamed') },
      ...(description !== null && { description }),
    }));
  return (
    <div className="page stack crosswalk-choose">
      <h1>{title}</h1>
      {found.isError && <Banner kind="danger">{faultText(found.error)}</Banner>}
      <ComboBox
        label={t('crosswalk.choose')}
        description={t('crosswalk.choose-help')}
        choices={choices}
        value={null}
        onChange={(id) => id !== null && onChoose(String(id))}
        text={text}
        onTextChange={setText}
        empty={found.isPending ? t('common.loading') : t('crosswalk.none-found')}
      />
    </div>
  );
}

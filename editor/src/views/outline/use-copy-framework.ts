import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { useFaultText } from '../../app/use-fault.tsx';
import { useOwner } from '../../app/use-owner.ts';
import { useWriter } from '../../app/use-writer.ts';
import { copyFramework } from '../../outline/create-framework.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf } from '../../outline/state.ts';
import { showToast } from '../../ui/toast.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';

/** Copies a framework into one that the person owns, and opens it. Failures are shown. */
export function useCopyFramework(document: FrameworkDocument): {
  readonly isPending: boolean;
  readonly copy: () => Promise<void>;
} {
  const { t, language } = useWords();
  const { toasts } = useEditor();
  const service = useWriter('framework');
  const ownerOf = useOwner();
  const faultText = useFaultText();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [isPending, setPending] = useState(false);

  async function copy(): Promise<void> {
    setPending(true);
    try {
      const { state } = document.getSnapshot();
      const original = textIn(frameworkOf(state), 'name', language) ?? t('outline.unnamed');
      const name = t('outline.copy-of', { name: original });
      const id = await copyFramework(service, state, { name, language, owner: await ownerOf() });
      await queries.invalidateQueries({ queryKey: ['frameworks'] });
      navigate(frameworkPath(id));
      showToast(toasts, { text: t('outline.copied', { name }) });
    } catch (error) {
      showToast(toasts, { text: faultText(error) });
    } finally {
      setPending(false);
    }
  }

  return { isPending, copy };
}

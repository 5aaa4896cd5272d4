import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { useFaultText } from '../../app/use-fault.tsx';
import { useWriter } from '../../app/use-writer.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import { loadExample } from './example.ts';

/** Makes the example framework, and opens it. */
export function ExampleButton() {
  const { t } = useWords();
  const { toasts } = useEditor();
  const service = useWriter('example');
  const faultText = useFaultText();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [isPending, setPending] = useState(false);

  async function open(): Promise<void> {
    setPending(true);
    try {
      const id = await loadExample(service);
      await queries.invalidateQueries({ queryKey: ['frameworks'] });
      navigate(frameworkPath(id));
    } catch (error) {
      showToast(toasts, { text: `${t('start.example-failed')} ${faultText(error)}` });
    } finally {
      setPending(false);
    }
  }

  return (
    <Button variant="quiet" isPending={isPending} onPress={() => void open()}>
      {t('start.example')}
    </Button>
  );
}

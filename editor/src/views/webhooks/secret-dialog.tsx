import { useEditor } from '../../app/editor.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';

/** Shows a secret, this once: only a button closes it. */
export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const { t } = useWords();
  const { announce } = useEditor();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret);
    announce(t('export.copied'));
  };
  return (
    <Dialog title={t('webhooks.secret')} isOpen hasInput onClose={onClose}>
      <div className="stack">
        <p>{t('webhooks.secret-text')}</p>
        <TextField label={t('webhooks.secret')} value={secret} isReadOnly />
        <div className="row">
          <Button icon="copy" onPress={() => void copy()}>
            {t('export.copy')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

import { useState } from 'react';
import { useRouter } from 'wouter';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { writeSheetCode } from '../../identity/recovery-sheet.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useWords } from '../../words/use-words.tsx';
import { isAccepted, NewSecretFields } from './passphrase-fields.tsx';

/** The code of one identity: its text, and the dark squares of the QR code as an SVG path. */
type Code = { readonly id: string; readonly name: string; readonly text: string; readonly qr: QrPath };

type QrPath = { readonly size: number; readonly path: string };

/** Light squares around a QR code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Makes a page to print, with a QR code for each identity that a passphrase opens. */
export function RecoverySheetDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const { identities } = useIdentities();
  const task = useTask();
  const [secret, setSecret] = useState({ first: '', second: '' });
  const [isTried, setTried] = useState(false);
  const [codes, setCodes] = useState<readonly Code[] | null>(null);

  async function show(): Promise<void> {
    setTried(true);
    if (!isAccepted(secret)) return;
    await task.run(async () => {
      const made = identities.map(async (identity) => {
        const text = await writeSheetCode(identity, secret.first);
        return { id: identity.id, name: identity.name, text, qr: await qrPath(text) };
      });
      setCodes(await Promise.all(made));
    });
  }

  if (codes !== null) return <Sheet codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      title={t('identity.sheet')}
      submit={t('identity.sheet-show')}
      task={task}
      onClose={onClose}
      onSubmit={() => void show()}
    >
      <p>{t('identity.sheet-text')}</p>
      <NewSecretFields
        label="identity.passphrase"
        again="identity.passphrase-again"
        value={secret}
        onChange={setSecret}
        isTried={isTried}
        autoFocus
      />
    </FormDialog>
  );
}

function Sheet({ codes, onClose }: { readonly codes: readonly Code[]; readonly onClose: () => void }) {
  const { t, date } = useWords();
  const { identities: store } = useEditor();
  const { base } = useRouter();

  function print(): void {
    window.print();
    void store.markKept();
  }

  const actions = (
    <>
      <Button onPress={onClose}>{t('common.close')}</Button>
      <Button variant="primary" onPress={print}>
        {t('identity.sheet-print')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('identity.sheet-title')} isOpen onClose={onClose} actions={actions} isWide>
      <div className="recovery-sheet stack">
        <p>{t('identity.sheet-how')}</p>
        <p>
          <strong>{new URL(`${base}/identity`, window.location.href).href}</strong>, {date(Date.now())}
        </p>
        {codes.map(({ id, name, text, qr: { size, path } }) => (
          <section key={id} className="stack">
            <h3>{name}</h3>
            <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img">
              <title>{t('identity.sheet-code', { name })}</title>
              <path d={path} fill="#000000" />
            </svg>
            <p className="small">{t('identity.sheet-typed')}</p>
            <p className="sheet-text">{text}</p>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

async function qrPath(text: string): Promise<QrPath> {
  const { encodeQR } = await import('qr');
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size: rows.length, path: squares.join('') };
}

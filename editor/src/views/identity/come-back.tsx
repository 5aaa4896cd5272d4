import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useSearchParams } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { addToAccount, openAccount } from '../../identity/account.ts';
import { RecoveryFileError, readRecoveryFile } from '../../identity/recovery-file.ts';
import { readSheetCode } from '../../identity/recovery-sheet.ts';
import { ServiceError } from '../../service/service-error.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import { QrCodeError, readQrCode } from './read-qr-code.ts';

const WAYS = ['login', 'file', 'sheet'] as const;

type Way = (typeof WAYS)[number];

/** For people who have used the editor before, in another browser. */
export function ComeBack() {
  const { t } = useWords();
  const [address, setAddress] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="stack" aria-labelledby="come-back">
      <h2 id="come-back">{t('identity.back')}</h2>
      <div className="card row row-between">
        <span>{t('identity.back-text')}</span>
        <Button onPress={() => setOpen(true)}>{t('person.sign-in')}</Button>
      </div>
      {(isOpen || address.has('sign-in')) && (
        <ComeBackDialog
          onClose={() => {
            setOpen(false);
            setAddress({}, { replace: true });
          }}
        />
      )}
    </section>
  );
}

/** The person has to enter something first. */
class MissingInput extends Error {
  override readonly name = 'MissingInput';
}

function ComeBackDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const { service, identities: store, keepAccount, toasts } = useEditor();
  const [way, setWay] = useState<Way>('login');
  const [file, setFile] = useState<File | null>(null);
  const [code, setCode] = useState('');
  const [username, setUsername] = useState('');
  const [secret, setSecret] = useState('');
  const task = useTask((error) => {
    if (error instanceof RecoveryFileError) return t(`identity.${error.reason}`);
    if (error instanceof QrCodeError) return t('identity.no-qr-code');
    if (error instanceof MissingInput) return error.message;
    if (error instanceof ServiceError && error.kind === 'unauthorized') return t('identity.login-wrong');
    return null;
  });

  async function identitiesOf(): Promise<{ readonly count: number }> {
    if (way === 'login') {
      const [name, password] = [username.trim(), secret];
      const account = await openAccount(service.accounts, name, password);
      await store.add(account.identities);
      for (const { name, publicPem, person } of account.contacts) await store.addContact(name, publicPem, person);
      if (account.identities.length === 0) throw new MissingInput(t('identity.back-empty'));
      await keepAccount(name, (held) => addToAccount(service.accounts, name, password, held));
      return { count: account.identities.length };
    }
    if (way === 'sheet') {
      if (code.trim() === '') throw new MissingInput(t('identity.back-no-code'));
      await store.add([await readSheetCode(code, secret)]);
      return { count: 1 };
    }
    if (file === null) throw new MissingInput(t('identity.back-nothing'));
    const identities = await readRecoveryFile(await file.text(), secret);
    await store.add(identities);
    return { count: identities.length };
  }

  async function comeBack(): Promise<void> {
    await task.run(async () => {
      const { count } = await identitiesOf();
      await store.markKept();
      showToast(toasts, { text: t('identity.back-done', { count }) });
      onClose();
    });
  }

  const secretField = (
    <TextField
      type="password"
      autoComplete="current-password"
      label={t(way === 'login' ? 'identity.password' : 'identity.passphrase')}
      value={secret}
      onChange={setSecret}
    />
  );
  return (
    <FormDialog
      title={t('identity.back')}
      submit={t('identity.back')}
      task={task}
      onClose={onClose}
      onSubmit={() => void comeBack()}
    >
      <Tabs
        selectedKey={way}
        onSelectionChange={(key) => {
          setWay(WAYS.find((one) => one === key) ?? 'login');
          task.reset();
        }}
      >
        <TabList className="tab-list" aria-label={t('identity.back')}>
          {WAYS.map((one) => (
            <Tab key={one} id={one} className="tab">
              {t(`identity.${one}`)}
            </Tab>
          ))}
        </TabList>
        <TabPanel id="login" className="tab-panel stack">
          <TextField label={t('identity.username')} autoComplete="username" value={username} onChange={setUsername} />
          {secretField}
        </TabPanel>
        <TabPanel id="file" className="tab-panel stack">
          <FileButton label={t('identity.back-file')} accept={['application/json', '.json']} onChoose={setFile} />
          {file !== null && <p>{t('identity.back-chosen', { name: file.name })}</p>}
          {secretField}
        </TabPanel>
        <TabPanel id="sheet" className="tab-panel stack">
          <FileButton
            label={t('identity.back-photo-choose')}
            accept={['image/*']}
            onChoose={(photo) => void task.run(async () => setCode(await readQrCode(photo)))}
          />
          <TextField label={t('identity.back-code')} lines={3} value={code} onChange={setCode} />
          {secretField}
        </TabPanel>
      </Tabs>
    </FormDialog>
  );
}

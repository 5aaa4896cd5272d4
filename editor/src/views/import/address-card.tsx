import { useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import type { RemoteFramework } from '../../service/exchange.ts';
import type { Service } from '../../service/service.ts';
import { ServiceError } from '../../service/service-error.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { SearchField, TextField } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import type { Source } from './source.ts';
import { useImportFault } from './use-import-fault.tsx';

type AddressSource = Extract<Source, { kind: 'address' }>;

/** Takes the address of a CASE package, or of another server, whose frameworks are then listed. */
export function AddressCard({ onAdd }: { readonly onAdd: (source: AddressSource) => void }) {
  const { t } = useWords();
  const { service } = useEditor();
  const listing = useTask(useImportFault());
  const [typed, setTyped] = useState('');
  const [isNoAddress, setNoAddress] = useState(false);
  const [listed, setListed] = useState<readonly RemoteFramework[] | null>(null);
  const address = typed.trim();

  const withAddress = (use: () => void): void => {
    const isAddress = /^https?:\/\//.test(address) && URL.canParse(address);
    setNoAddress(!isAddress);
    if (isAddress) use();
  };
  const addPackage = (): void => {
    onAdd({ kind: 'address', name: address, address });
    setTyped('');
  };
  const list = (): Promise<boolean> =>
    listing.run(async () => {
      setListed(null);
      setListed(await frameworksAt(service, address));
    });
  return (
    <div className="card stack">
      <TextField
        label={t('import.address')}
        description={t('import.address-help')}
        error={isNoAddress ? t('import.no-address') : undefined}
        value={typed}
        onChange={setTyped}
        type="url"
      />
      <div className="row">
        <Button isDisabled={address === ''} onPress={() => withAddress(addPackage)}>
          {t('import.show')}
        </Button>
        <Button
          isDisabled={address === ''}
          isPending={listing.isPending}
          onPress={() => withAddress(() => void list())}
        >
          {t('import.list-server')}
        </Button>
      </div>
      {listing.failure !== null && <Banner kind="danger">{listing.failure}</Banner>}
      {listed !== null && (
        <RemoteList
          frameworks={listed}
          onChoose={({ title, address: chosen }) => onAdd({ kind: 'address', name: title, address: chosen })}
        />
      )}
    </div>
  );
}

type ListProps = {
  readonly frameworks: readonly RemoteFramework[];
  readonly onChoose: (framework: RemoteFramework) => void;
};

function RemoteList({ frameworks, onChoose }: ListProps) {
  const { t } = useWords();
  const [words, setWords] = useState('');
  const wanted = words.trim().toLocaleLowerCase();
  const found = frameworks.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  return (
    <section className="stack" aria-label={t('import.on-server')}>
      <p className="quiet small" role="status">
        {t('import.on-server-count', { count: found.length })}
      </p>
      {frameworks.length > SEARCHED && <SearchField label={t('start.filter')} value={words} onChange={setWords} />}
      <ul className="list import-remote">
        {found.map((framework) => (
          <li key={framework.address} className="row row-between">
            <span>
              {framework.title}
              {framework.publisher !== null && <span className="quiet small"> {framework.publisher}</span>}
            </span>
            <Button aria-label={`${t('import.show')}: ${framework.title}`} onPress={() => onChoose(framework)}>
              {t('import.show')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A longer list has a field to search it. */
const SEARCHED = 10;

/** Servers of competencies have the API below `api/`, others at their root: people know the address of the pages. */
async function frameworksAt(
  service: Pick<Service, 'remoteFrameworks'>,
  server: string,
): Promise<readonly RemoteFramework[]> {
  try {
    return await service.remoteFrameworks(server);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 502 || /\/api\/?$/.test(server)) throw error;
    return service.remoteFrameworks(`${server.replace(/\/$/, '')}/api`);
  }
}

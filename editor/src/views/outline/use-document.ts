import { useEffect, useState, useSyncExternalStore } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { createVault } from '../../identity/vault.ts';
import { type DocumentSnapshot, type FrameworkDocument, openDocument } from '../../outline/document.ts';
import { createOutlineStorage } from '../../outline/outline-storage.ts';

/** A framework that is being opened, is open, or could not be opened. */
export type OpenedDocument =
  | { readonly status: 'opening' }
  | { readonly status: 'open'; readonly document: FrameworkDocument }
  | { readonly status: 'failed'; readonly error: unknown };

/** Opens a framework as long as the view is shown. Changes of others arrive by the notification channel. */
export function useDocument(id: string): OpenedDocument {
  const { service, storage, identities } = useEditor();
  const [opened, setOpened] = useState<OpenedDocument>({ status: 'opening' });

  useEffect(() => {
    const leaving = new AbortController();
    let close = (): void => {};
    setOpened({ status: 'opening' });
    const owners = (): readonly string[] => {
      const { current } = identities.getSnapshot();
      return current === null ? [] : [current.publicPem];
    };
    const vault = createVault(() => identities.getSnapshot().identities.map(({ key }) => key));
    const options = { service, storage: createOutlineStorage(storage, id), owners, vault };
    openDocument(id, options, leaving.signal)
      .then((document) => {
        if (leaving.signal.aborted) return document.close();
        const unsubscribe = service.subscribe(
          { framework: document.frameworkId },
          { changed: (ids) => void document.changedElsewhere(ids) },
        );
        close = () => {
          unsubscribe();
          void document.flush().finally(document.close);
        };
        setOpened({ status: 'open', document });
      })
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setOpened({ status: 'failed', error });
      });
    return () => {
      leaving.abort();
      close();
    };
  }, [id, service, storage, identities]);
  return opened;
}

/** The current state of an open document. */
export function useSnapshot(document: FrameworkDocument): DocumentSnapshot {
  return useSyncExternalStore(document.subscribe, document.getSnapshot);
}

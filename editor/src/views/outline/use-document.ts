import { useEffect, useState, useSyncExternalStore } from 'react';
import { shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import { useEditor } from '../../app/editor.tsx';
import type { RootKind } from '../../app/paths.ts';
import { useWriter } from '../../app/use-writer.ts';
import { createVault } from '../../identity/vault.ts';
import { type DocumentSnapshot, type FrameworkDocument, openDocument } from '../../outline/document.ts';
import { createOutlineStorage } from '../../outline/outline-storage.ts';
import { loadScheme } from '../../schemes/load-scheme.ts';

/** A framework that is being opened, is open, or could not be opened. */
export type OpenedDocument =
  | { readonly status: 'opening' }
  | { readonly status: 'open'; readonly document: FrameworkDocument }
  | { readonly status: 'failed'; readonly error: unknown };

/** Keeps a framework, or a concept scheme, open while the view is shown. Changes of others arrive by the notification channel. */
export function useDocument(id: string, kind: RootKind = 'framework'): OpenedDocument {
  const { storage, identities } = useEditor();
  const service = useWriter(kind === 'framework' ? 'outline' : 'scheme');
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
    const isScheme = kind === 'scheme';
    const load = (signal?: AbortSignal) => loadScheme(service, id, vault, signal);
    const options = {
      service,
      storage: createOutlineStorage(storage, id),
      owners,
      vault,
      ...(isScheme && { load }),
    };
    const filter = isScheme ? { type: '*concept*' } : { framework: shortIdOf(id, []) };
    const early: string[] = [];
    let changed = (ids: readonly string[]): unknown => early.push(...ids);
    const unsubscribe = service.subscribe(filter, { changed: (ids) => void changed(ids) });
    openDocument(id, options, leaving.signal)
      .then((document) => {
        if (leaving.signal.aborted) return document.close();
        changed = document.changedElsewhere;
        if (early.length > 0) void changed(early);
        // Fields that are left with the view add their texts first.
        close = () => void Promise.resolve().then(document.flush).finally(document.close);
        setOpened({ status: 'open', document });
      })
      .catch((error: unknown) => {
        unsubscribe();
        if (!leaving.signal.aborted) setOpened({ status: 'failed', error });
      });
    return () => {
      leaving.abort();
      unsubscribe();
      close();
    };
  }, [id, kind, service, storage, identities]);
  return opened;
}

/** The current state of an open document. */
export function useSnapshot(document: FrameworkDocument): DocumentSnapshot {
  return useSyncExternalStore(document.subscribe, document.getSnapshot);
}

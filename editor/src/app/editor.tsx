import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { AccountKeeper } from '../identity/account-keeper.ts';
import type { IdentitySnapshot, IdentityStore } from '../identity/identity-store.ts';
import type { TextStorage } from '../identity/text-storage.ts';
import type { Service } from '../service/service.ts';
import type { Toasts } from '../ui/toast.ts';
import type { Theme } from './preferences.ts';

/** What every view works with. */
export type Editor = {
  readonly service: Service;
  readonly identities: IdentityStore;
  /** Has the account that was opened follow the identities of this browser. */
  readonly keepAccount: AccountKeeper['begin'];
  /** Texts kept in the browser: undo steps and changes that are not sent yet. */
  readonly storage: TextStorage;
  readonly toasts: Toasts;
  /** Has screen readers read a sentence after the current one. */
  readonly announce: (sentence: string) => void;
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
};

const EditorContext = createContext<Editor | null>(null);

/** Provides the editor to its children. */
export function EditorProvider({ editor, children }: { readonly editor: Editor; readonly children: ReactNode }) {
  return <EditorContext value={editor}>{children}</EditorContext>;
}

/** The editor of the page. */
export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (editor === null) throw new Error('There is an editor only below its provider.');
  return editor;
}

/** The identities and contacts of the person. */
export function useIdentities(): IdentitySnapshot {
  const { identities } = useEditor();
  return useSyncExternalStore(identities.subscribe, identities.getSnapshot);
}

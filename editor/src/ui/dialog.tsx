import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useWords } from '../words/use-words.tsx';
import { Button, type ButtonVariant } from './button.tsx';

type DialogProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the end; absent: one button that closes the dialog. */
  readonly actions?: ReactNode;
  readonly isWide?: boolean;
  /** The person has typed something that closing would lose: only a button closes the dialog. */
  readonly hasInput?: boolean;
  /** `alertdialog`: interrupts the person for a decision. */
  readonly role?: 'dialog' | 'alertdialog';
};

/** A window above the page, which keeps the focus until it is closed by a button or by Escape. */
export function Dialog({ title, isOpen, onClose, children, actions, ...options }: DialogProps) {
  const { isWide = false, hasInput = false, role = 'dialog' } = options;
  const { t } = useWords();
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={role === 'dialog' && !hasInput}
      isKeyboardDismissDisabled={hasInput}
      className="modal-backdrop"
    >
      <Modal className={isWide ? 'modal modal-wide' : 'modal'}>
        <AriaDialog role={role} className="dialog">
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
          <div className="dialog-actions">{actions ?? <Button onPress={onClose}>{t('common.close')}</Button>}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

type ConfirmProps = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly confirm: string;
  readonly variant?: ButtonVariant;
  /** What the question is about is not known yet. */
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
};

/** Asks before something that is hard to undo. */
export function ConfirmDialog(props: ConfirmProps) {
  const { confirm, onConfirm, variant = 'danger', isDisabled = false, children, ...dialog } = props;
  const { t } = useWords();
  const actions = (
    <>
      <Button onPress={dialog.onClose} autoFocus>
        {t('common.cancel')}
      </Button>
      <Button
        variant={variant}
        isDisabled={isDisabled}
        onPress={() => {
          dialog.onClose();
          onConfirm();
        }}
      >
        {confirm}
      </Button>
    </>
  );
  return (
    <Dialog {...dialog} role="alertdialog" actions={actions}>
      {children}
    </Dialog>
  );
}

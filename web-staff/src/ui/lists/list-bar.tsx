import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../feedback/form-dialog.tsx';
import { toastFailure, toastSuccess } from '../feedback/toasts.tsx';
import { DisabledReasonButton } from '../gated-button.tsx';
import classes from './list-bar.module.css';
import type { RowSelection } from './row-selection.ts';

interface ListBarProps {
  over?: true;
  children: ReactNode;
}

export const ListBar = ({ over, children }: ListBarProps) => {
  const bar = <div className={classes.bar}>{children}</div>;
  return over ? <div className={classes.over}>{bar}</div> : bar;
};

export const BarActions = ({ children }: { children: ReactNode }) => <div className={classes.actions}>{children}</div>;

interface BulkDeleteBarProps {
  selection: RowSelection;
  count: number;
  title: string;
  reason?: string | undefined;
  /** Deletes the rows and returns the message; undefined while a question is open. */
  onDelete: () => Promise<{ message: string }> | undefined;
  /** `close` closes the question. */
  onRefused?: (error: unknown, close: () => void) => void;
  onClose?: () => void;
  actions?: ReactNode;
  children: ReactNode;
}

const handleRejection = (error: unknown, close: () => void) => {
  close();
  toastFailure(error);
};

export const BulkDeleteBar = (props: BulkDeleteBarProps) => {
  const { selection, count, title, reason, onDelete, onRefused = handleRejection, onClose, actions, children } = props;
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (count === 0) return null;
  const close = () => {
    setAsking(false);
    onClose?.();
  };
  const remove = async () => {
    const deletion = onDelete();
    if (!deletion) return;
    setBusy(true);
    try {
      const { message } = await deletion;
      close();
      toastSuccess(message);
      selection.clear();
    } catch (error) {
      onRefused(error, close);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ListBar over>
      <span role="status">{count} selected</span>
      <BarActions>
        <Button variant="subtle" size="compact-md" aria-label="Clear selection" onClick={selection.clear}>
          Clear
        </Button>
        {actions}
        <DisabledReasonButton
          variant="default"
          size="compact-md"
          c="red"
          reason={reason}
          leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Delete
        </DisabledReasonButton>
      </BarActions>
      {asking && (
        <FormDialog
          title={title}
          withCloseButton={false}
          submit="Delete Permanently"
          danger
          busy={busy}
          onSubmit={remove}
          onClose={close}
        >
          <div>{children}</div>
        </FormDialog>
      )}
    </ListBar>
  );
};

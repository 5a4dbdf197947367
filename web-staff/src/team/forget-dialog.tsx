import { List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { undoDays, waitingDays } from '#domain/imports/import.schema.ts';
import type { DeletedRecord } from '#domain/privacy/erasure.endpoints.ts';
import { eraseConfirmation } from '#domain/privacy/erasure.ts';
import { useForget } from '../privacy/parts/deleted-records.ts';
import { DialogButtons } from '../ui/feedback/dialog-buttons.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';

/** Asks before it is forgotten for good what a history says of people; the owner types a word. */
export const ForgetDialog = ({
  record,
  named,
  onClose,
}: {
  record: DeletedRecord;
  /** The record as the list names it. */
  named: string;
  onClose: () => void;
}) => {
  const forget = useForget();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const isConfirmed = typed.trim().toUpperCase() === eraseConfirmation;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isConfirmed || forget.isPending) return;
    const { id, kind } = record;
    forget.mutate(
      { id, kind, confirmation: typed },
      {
        onSuccess: ({ in_clear }) =>
          toastSuccess(
            in_clear
              ? `Forgotten. ${in_clear} older ${in_clear === 1 ? 'entry keeps' : 'entries keep'} what it says.`
              : 'The history no longer says anything of this person.',
          ),
        onError: toastFailure,
        onSettled: onClose,
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={`Forget ${named}?`} centered>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Notice tone="warning">Nobody can undo this.</Notice>
          <div>
            <Text>Names, addresses, telephone numbers and all else that was entered go from the history.</Text>
            <List mt="xs" spacing="xs">
              <List.Item>Who changed what and when stays, and that you had it forgotten.</List.Item>
              <List.Item>
                An import that brought them in shows their line until {undoDays + waitingDays} days after that.
              </List.Item>
              <List.Item>Backups hold it for 35 days more, an archive of everything for a day.</List.Item>
              <List.Item>Ask for it in writing, and keep the letter.</List.Item>
            </List>
          </div>
          <TextInput
            label={`Type ${eraseConfirmation} to confirm`}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            error={tried && !isConfirmed && `Type ${eraseConfirmation} to confirm`}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
          <DialogButtons submit="Forget for good" danger busy={forget.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};

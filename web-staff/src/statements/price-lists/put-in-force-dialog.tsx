import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import type { PriceList } from '#domain/statements/price-lists/price-list.schema.ts';
import { effectiveVersion } from '#domain/statements/price-lists/price-list-rules.ts';
import { DialogButtons } from '../../ui/feedback/dialog-buttons.tsx';
import { faultsByField } from '../../ui/feedback/field-errors.ts';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useRestoreFocus } from '../../ui/restore-focus.ts';
import { usePublishPriceList } from './mutations.ts';
import type { VersionContext } from './version-context.ts';
import { versionLink } from './version-text.tsx';

type PutInForceDialogProps = VersionContext & { list: PriceList; onClose: () => void };

/** Asks from when on the prices hold; from then the version never changes. */
export const PutInForceDialog = ({ homeId, list, today, versions, onClose }: PutInForceDialogProps) => {
  useRestoreFocus();
  const putting = usePublishPriceList(homeId, list.id);
  const navigate = useNavigate();
  const [day, setDay] = useState(today);
  const [fault, setError] = useState<string>();
  const replaced = effectiveVersion(versions, list.kind, day || today);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await putting.mutateAsync({ effective_from: day, version: list.version });
      toastSuccess(day > today ? `In force from ${formatDate(day)}` : 'In force');
      onClose();
      await navigate(versionLink(list.id));
    } catch (error) {
      const found = Object.values(faultsByField(error)).flat();
      setError(found.join(' ') || undefined);
      if (found.length === 0) toastFailure(error);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Put in force" centered>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>
            From that day fees are filled from this version, and it never changes any more. Statements that were made
            before keep theirs.
          </Text>
          <TextInput
            data-autofocus
            type="date"
            label="Effective from"
            min={today}
            value={day}
            error={fault}
            onChange={({ currentTarget: { value } }) => {
              setDay(value);
              setError(undefined);
            }}
          />
          {replaced?.effective_from && (
            <Text size="sm" c="dimmed">
              It takes the place of the version effective {formatDate(replaced.effective_from)}.
            </Text>
          )}
          <DialogButtons submit="Put in force" busy={putting.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
};

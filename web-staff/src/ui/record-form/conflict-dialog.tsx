import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { MergeConflict } from '#domain/shared/forms/entries-merge.ts';
import { type FieldValue, type FormField, isBlank } from '#domain/shared/forms/field.ts';
import { isMaskedSsn } from '#domain/shared/values/ssn.ts';
import { valueText } from '../fields/field-list.tsx';
import { useRestoreFocus } from '../preserve-focus.ts';
import classes from './conflict-dialog.module.css';
import { firstChoices, type MergeSide } from './form-values.ts';

interface ConflictDialogProps {
  collisions: readonly MergeConflict[];
  by?: string | undefined;
  busy?: boolean;
  onResolve: (choices: Record<string, MergeSide>) => void;
  onClose: () => void;
}

/** A typed SSN is not shown again. */
const shown = (field: FormField, value: FieldValue): string => {
  if (isBlank(value)) return '(empty)';
  if (field.secured && typeof value === 'string' && !isMaskedSsn(value)) return 'The number you entered';
  return valueText(field, value);
};

const sideClasses = { root: classes.side, inner: classes.dot, label: classes.words };

export const ConflictDialog = ({ collisions, by, busy, onResolve, onClose }: ConflictDialogProps) => {
  useRestoreFocus();
  const [choices, setChoices] = useState(() => firstChoices(collisions));
  const keepMine = () => setChoices(firstChoices(collisions));
  const takeTheirs = () =>
    setChoices(Object.fromEntries(collisions.map(({ field }) => [field.name, 'theirs' as const])));
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${by ?? 'Someone else'} changed this while you were editing`}
      size="lg"
      centered
    >
      <Stack gap="md">
        {collisions.length === 0 ? (
          <Text>Their changes are not in this form. Save again to keep yours.</Text>
        ) : (
          <>
            <Text>Choose what to keep. Your other changes are not affected.</Text>
            <Group gap="xs">
              <Button size="compact-sm" variant="light" onClick={keepMine}>
                Keep all of mine
              </Button>
              <Button size="compact-sm" variant="light" onClick={takeTheirs}>
                Use all of theirs
              </Button>
            </Group>
            <div className={classes.fields}>
              {collisions.map(({ field, mine, theirs, contested }) => (
                <Radio.Group
                  key={field.name}
                  className={classes.field}
                  label={field.group ? `${field.group}: ${field.label}` : field.label}
                  value={choices[field.name] ?? 'theirs'}
                  onChange={(side) => setChoices({ ...choices, [field.name]: side === 'mine' ? 'mine' : 'theirs' })}
                >
                  <div className={classes.sides}>
                    <Radio
                      classNames={sideClasses}
                      value="mine"
                      label={shown(field, mine)}
                      description={contested ? 'Yours' : 'Before'}
                    />
                    <Radio
                      classNames={sideClasses}
                      value="theirs"
                      label={shown(field, theirs)}
                      description={by ?? 'Theirs'}
                    />
                  </div>
                </Radio.Group>
              ))}
            </div>
          </>
        )}
        <Group data-dialog-foot justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Back to editing
          </Button>
          <Button loading={busy} onClick={() => onResolve(choices)}>
            Save with these choices
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};

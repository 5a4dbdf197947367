import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Import } from '#domain/imports/import.schema.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { DisabledReasonButton } from '../ui/gated-button.tsx';
import { SettingsCard } from '../ui/page/settings-card.tsx';
import { DiscardButton } from './discard-button.tsx';
import { counted, dayOf, importSentence, nounOf } from './import-text.ts';
import classes from './imports.module.css';
import { UndoButton } from './undo-button.tsx';

interface BringInCardProps {
  one: Import;
  onRun: (bringDoubtful: boolean) => void;
  onUndo: () => void;
}

/** What a file would bring, to be asked for; or what it has brought, to be taken back. */
export const ImportCard = ({ one, onRun, onUndo }: BringInCardProps) =>
  one.state === 'ready' ? <Ready one={one} onRun={onRun} /> : <Brought one={one} onUndo={onUndo} />;

const nothingNew = { customers: 'No customer in this file is new', cases: 'No case in this file is new' } as const;
const shares = {
  customers: 'a phone number, an email address, or name and ZIP code with another customer',
  cases: 'the name and a day of birth or death with a case',
} as const;
const everybodySees = {
  customers: 'Everybody in the organization sees them. You can take them back for 30 days.',
  cases:
    'Everybody in the organization sees them, and their next of kin as customers. You can take them back for 30 days.',
} as const;

const Ready = ({ one, onRun }: Omit<BringInCardProps, 'onUndo'>) => {
  const [doubtful, setDoubtful] = useState(false);
  const [asking, setAsking] = useState(false);
  const { counts } = one;
  const coming = counts.new + (doubtful ? counts.doubtful : 0);
  const verb = `Import ${counted(coming, nounOf[one.kind])}`;
  return (
    <SettingsCard
      title="What would happen"
      actions={
        <>
          <DisabledReasonButton
            reason={coming === 0 ? nothingNew[one.kind] : undefined}
            onClick={() => setAsking(true)}
          >
            {verb}
          </DisabledReasonButton>
          <DiscardButton one={one} />
        </>
      }
    >
      <p className={classes.text} role="status">
        {importSentence(one)} Those already here stay as they are; those that can't be imported say why below.
      </p>
      {counts.doubtful > 0 && (
        <Checkbox
          mt="md"
          label={`Import ${counted(counts.doubtful, 'possible duplicate')} too: they share ${shares[one.kind]}`}
          checked={doubtful}
          onChange={({ currentTarget: { checked } }) => setDoubtful(checked)}
        />
      )}
      <ConfirmModal
        opened={asking}
        title={`${verb}?`}
        confirmLabel={verb}
        onConfirm={() => {
          setAsking(false);
          onRun(doubtful);
        }}
        onClose={() => setAsking(false)}
      >
        {everybodySees[one.kind]}
      </ConfirmModal>
    </SettingsCard>
  );
};

/** So many records stand in lists and search a minute or more after they were brought in. */
const slowFrom = 1000;

const Brought = ({ one, onUndo }: Omit<BringInCardProps, 'onRun'>) => {
  const { state, brought, run_at, run_by_name, undone_at, undone_by_name, undoable_until } = one;
  const isOpen = state === 'done' && brought > 0 && (undoable_until ?? '') > new Date().toISOString();
  return (
    <SettingsCard
      title={state === 'undone' ? 'Undone' : 'Imported'}
      actions={isOpen && <UndoButton one={one} onUndo={onUndo} />}
    >
      <p className={classes.text} role="status">
        {importSentence(one)}
      </p>
      {isOpen && brought > slowFrom && (
        <p className={classes.text}>The list of {one.kind} and its search take a while to show all of them.</p>
      )}
      <p className={classes.dim}>
        {run_at && `Imported by ${run_by_name} on ${dayOf(run_at)}. `}
        {undone_at && `Undone by ${undone_by_name} on ${dayOf(undone_at)}. `}
        {isOpen && undoable_until && `It can be undone until ${dayOf(undoable_until)}.`}
      </p>
    </SettingsCard>
  );
};

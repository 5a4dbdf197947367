import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Import } from '#domain/imports/import.schema.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { counted, nounOf } from './import-text.ts';

/** Asks before whom an import has brought is taken back. */
export const UndoButton = ({ one, onUndo }: { one: Import; onUndo: () => void }) => {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Undo this import
      </Button>
      <ConfirmModal
        opened={asking}
        title="Undo this import?"
        confirmLabel={`Take back ${counted(one.brought, nounOf[one.kind])}`}
        danger
        onConfirm={() => {
          setAsking(false);
          onUndo();
        }}
        onClose={() => setAsking(false)}
      >
        {one.kind === 'cases'
          ? 'Cases that were changed since, or that have documents or money, are kept; the lines say which.'
          : 'Customers who were changed since, or who are named in a case, are kept; the lines say which.'}
      </ConfirmModal>
    </>
  );
};

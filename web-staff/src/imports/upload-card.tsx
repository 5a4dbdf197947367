import { useMutation } from '@tanstack/react-query';
import type { Import } from '#domain/imports/import.schema.ts';
import { messageOf } from '#domain/shared/contract/client.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { FileDrop } from '../ui/file-list.tsx';
import { SettingsCard } from '../ui/page/settings-card.tsx';
import { DiscardButton } from './discard-button.tsx';
import { FileProblem } from './file-table.ts';
import { importSentence } from './import-text.ts';
import classes from './imports.module.css';
import { pendingTables } from './pending-tables.ts';
import { readTable, tableTypes } from './read-file.ts';

/** Lines are missing: with the same file it goes on where it stopped. */
export const UploadCard = ({ one, onTable }: { one: Import; onTable: () => void }) => {
  const read = useMutation({
    mutationFn: async (file: File) => {
      const table = await readTable(file, { headings: one.headings });
      if (table.fingerprint !== one.fingerprint)
        throw new FileProblem(
          `This is another file than ${one.file_name}, or it was changed since. Choose the same one.`,
        );
      pendingTables.set(one.id, table);
    },
    onSuccess: onTable,
  });
  return (
    <SettingsCard title="Lines are missing" actions={<DiscardButton one={one} />}>
      <p className={classes.text}>{importSentence(one)} Choose the same file again, and it goes on where it stopped.</p>
      <FileDrop accept={tableTypes} hint={one.file_name} onAdd={([file]) => file && read.mutate(file)} />
      {read.isError && (
        <Notice tone="problem" title="It does not go on with this file">
          {messageOf(read.error)}
        </Notice>
      )}
    </SettingsCard>
  );
};

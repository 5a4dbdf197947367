import { useState } from 'react';

/**
 * The record that an edit is based on. A save sends its version, not that of the last read record, which may be another
 * user's and would be overwritten unseen. A newer record equal in the edited fields replaces it; `goOnFrom` continues
 * from another one, such as a save's response.
 */
export const useEditBase = <Stored extends { version: number }>(
  record: Stored,
  editedOf: (record: Stored) => unknown,
) => {
  const [baseRecord, goOnFrom] = useState<Stored>(record);
  const saysTheSame = (): boolean => JSON.stringify(editedOf(record)) === JSON.stringify(editedOf(baseRecord));
  const base = record.version > baseRecord.version && saysTheSame() ? record : baseRecord;
  return { base, goOnFrom };
};

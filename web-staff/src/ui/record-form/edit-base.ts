import { useState } from 'react';

/**
 * The record that an edit builds on. A save names its version, and not that of the record that was read last: that may
 * be somebody else's, who would be overwritten unseen. A newer record that says the same of what is edited takes its
 * place; `goOnFrom` goes on from another one, such as the answer of one's own save.
 */
export const useEditBase = <Stored extends { version: number }>(
  record: Stored,
  editedOf: (record: Stored) => unknown,
) => {
  const [begun, goOnFrom] = useState<Stored>(record);
  const saysTheSame = (): boolean => JSON.stringify(editedOf(record)) === JSON.stringify(editedOf(begun));
  const base = record.version > begun.version && saysTheSame() ? record : begun;
  return { base, goOnFrom };
};

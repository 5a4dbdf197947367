import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#web-kit/api-context.ts';
import { AuditList } from '../../ui/audit-list.tsx';
import { caseAuditWords } from './audit-words.ts';
import { auditQuery } from './case-queries.ts';

/** Who did what to the case. */
export const AuditDrawer = ({ caseId, onClose }: { caseId: string; onClose: () => void }) => {
  const call = useApi();
  const query = useQuery(auditQuery(call, caseId));
  return (
    <Drawer
      opened
      onClose={onClose}
      title="Audit log"
      position="right"
      size={480}
      closeButtonProps={{ 'aria-label': 'Close the audit log' }}
    >
      <AuditList query={query} words={caseAuditWords} />
    </Drawer>
  );
};

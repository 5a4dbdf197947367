import { Drawer } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.ts';
import { AuditList } from '../../entities/audit/audit-list.tsx';
import { caseAuditQuery } from '../../entities/cases/queries.ts';
import { caseAuditText } from './case-audit-text.ts';

/** Who did what to the case. */
export const AuditDrawer = ({ caseId, onClose }: { caseId: string; onClose: () => void }) => {
  const call = useApi();
  const query = useInfiniteQuery(caseAuditQuery(call, caseId));
  return (
    <Drawer
      opened
      onClose={onClose}
      title="Audit log"
      position="right"
      size={480}
      closeButtonProps={{ 'aria-label': 'Close the audit log' }}
    >
      <AuditList query={query} text={caseAuditText} />
    </Drawer>
  );
};

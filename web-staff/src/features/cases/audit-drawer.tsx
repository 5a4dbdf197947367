import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.ts';
import { AuditList } from '../../entities/audit/audit-list.tsx';
import { caseAuditQuery } from '../../entities/cases/queries.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { caseAuditText } from './case-audit-text.ts';

/** Who did what to the case. */
export const AuditDrawer = ({ caseId, onClose }: { caseId: string; onClose: () => void }) => {
  const call = useApi();
  const query = useInfiniteQuery(caseAuditQuery(call, caseId));
  return (
    <SidePanel title="Audit log" closeLabel="Close the audit log" onClose={onClose}>
      <AuditList query={query} text={caseAuditText} />
    </SidePanel>
  );
};

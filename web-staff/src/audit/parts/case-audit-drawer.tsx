import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/api-context.ts';
import { caseAuditQuery } from '../../cases/queries.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { SidePanel } from '../../ui/page/side-panel.tsx';
import { AuditFilters, everything, filtersOf } from '../case/audit-filters.tsx';
import { AuditVerification } from '../case/audit-verification.tsx';
import { AuditList } from './audit-list.tsx';
import { caseAuditText } from './case-audit-text.ts';

/** Who did what to the case. */
export const AuditDrawer = ({ caseId, onClose }: { caseId: string; onClose: () => void }) => {
  const call = useApi();
  const { time_zone: timeZone } = useCurrentUser().funeral_home_details;
  const [choice, setChoice] = useState(everything);
  const filters = filtersOf(choice, timeZone);
  const query = useInfiniteQuery({ ...caseAuditQuery(call, caseId, filters), placeholderData: keepPreviousData });
  return (
    <SidePanel title="Audit log" closeLabel="Close the audit log" onClose={onClose}>
      <AuditVerification caseId={caseId} />
      <AuditFilters choice={choice} onChange={setChoice} />
      <AuditList
        query={query}
        text={caseAuditText}
        {...(Object.keys(filters).length > 0 ? { empty: 'No entries match' } : {})}
      />
    </SidePanel>
  );
};

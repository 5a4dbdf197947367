import { useInfiniteQuery } from '@tanstack/react-query';
import type { TeamMember } from '#domain/team/team.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { AuditList } from '../audit/parts/audit-list.tsx';
import type { AuditText } from '../audit/parts/audit-text.ts';
import { SidePanel } from '../ui/page/side-panel.tsx';
import { memberHistoryQuery } from './queries.ts';

const counts: Readonly<Record<string, string>> = {
  failed_before: 'Sign-ins before it that failed',
  in_a_row: 'Sign-ins in a row that came to no end',
};

const memberAuditText: AuditText = {
  fieldOf: (name) => (counts[name] ? { label: counts[name], kind: 'text' } : undefined),
};

/** Sign-ins, rights and password of a member: a sign-in that was begun and is followed by no success has failed. */
export const MemberHistory = ({ member, onClose }: { member: TeamMember; onClose: () => void }) => {
  const query = useInfiniteQuery(memberHistoryQuery(useApi(), member.id));
  return (
    <SidePanel title={`History of ${member.full_name}`} closeLabel="Close the history" onClose={onClose}>
      <AuditList query={query} text={memberAuditText} />
    </SidePanel>
  );
};

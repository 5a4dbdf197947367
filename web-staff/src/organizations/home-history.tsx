import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import { AuditList } from '../audit/parts/audit-list.tsx';
import { homeAuditText } from './home-audit-text.ts';
import { homeHistoryQuery } from './homes/queries.ts';

/** Who changed what of a home. */
export const HomeHistory = ({ homeId }: { homeId: string }) => {
  const query = useInfiniteQuery(homeHistoryQuery(useApi(), homeId));
  return <AuditList query={query} text={homeAuditText} />;
};

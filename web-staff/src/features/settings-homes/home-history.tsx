import { useQuery } from '@tanstack/react-query';
import { funeralHomeEndpoints } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { AuditList } from '../../entities/audit/audit-list.tsx';
import { funeralHomesKey } from '../../entities/funeral-homes/queries.ts';
import { homeAuditWords } from './home-audit-words.ts';

/** Who changed what of a home. */
export const HomeHistory = ({ homeId }: { homeId: string }) => {
  const call = useApi();
  const query = useQuery({
    queryKey: [...funeralHomesKey, 'history', homeId],
    queryFn: ({ signal }) => call(funeralHomeEndpoints.auditLog, { params: { id: homeId } }, { signal }),
    // A log that may be a minute old is no log to look at.
    staleTime: 0,
  });
  return <AuditList query={query} words={homeAuditWords} />;
};

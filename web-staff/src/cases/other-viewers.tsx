import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { type CaseSectionId, caseSections } from '#domain/cases/sections/case-sections.ts';
import { useApi } from '../api/api-context.ts';
import { caseKeys } from './keys.ts';
import { casePresenceQuery } from './queries.ts';

const titles = new Map<string, string>(caseSections.map(({ id, title }) => [id, title]));

/** Who else has the case open, and where; whoever reads it is seen by them too, until they leave the page. */
export const OtherViewers = ({ caseId, section }: { caseId: string; section: CaseSectionId | null }) => {
  const call = useApi();
  const client = useQueryClient();
  const { data, dataUpdatedAt } = useQuery(casePresenceQuery(call, caseId, section));
  const others = data?.others ?? [];
  const isShared = others.length > 0;
  useEffect(() => {
    // Whatever they save meanwhile is shown, before anybody writes over it.
    if (isShared && dataUpdatedAt > 0) void client.invalidateQueries({ queryKey: caseKeys.one(caseId) });
  }, [client, caseId, isShared, dataUpdatedAt]);
  useEffect(
    () => () => {
      // Nobody waits for it: without it they are gone after a while.
      call(caseEndpoints.presence, { params: { id: caseId }, body: { leaving: true } }).catch(() => undefined);
    },
    [call, caseId],
  );
  return (
    <span role="status">
      {others
        .map(({ name, section: at }) => {
          const title = at && titles.get(at);
          return title ? `${name} is in ${title}` : `${name} has this case open too`;
        })
        .join(', ')}
    </span>
  );
};

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { dueBySection, type OpenItem, openItems, type SectionDue } from '#domain/cases/open-items.ts';
import type { CaseSectionId } from '#domain/cases/sections/case-sections.ts';
import { momentIn } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../../api/api-context.ts';
import { caseDeadlinesQuery } from '../../deadlines/queries.ts';
import { useTimeZoneAt, useTodayAt } from '../../organizations/homes/queries.ts';

/** Returns the open items of an active case, else its open deadlines; undefined until the deadlines have arrived. */
export const useOpenItems = (caseRecord: Case): readonly OpenItem[] | undefined => {
  const { id, version, status, deadlines_run, funeral_home_id } = caseRecord;
  const today = useTodayAt(funeral_home_id);
  const isActive = status === 'active';
  const { data } = useQuery({ ...caseDeadlinesQuery(useApi(), id, version), enabled: isActive || deadlines_run });
  return useMemo(
    () => data && openItems(isActive ? caseRecord : {}, deadlines_run ? data : [], today),
    [caseRecord, data, isActive, deadlines_run, today],
  );
};

/** Returns what else blocks the completion of an active case than missing fields. */
export const useBlockingItems = (caseRecord: Case): readonly OpenItem[] => {
  const items = useOpenItems(caseRecord);
  return caseRecord.status === 'active' && items ? items : [];
};

/** Returns what the sections of a case say is due. */
export const useDueBySection = (caseRecord: Case): ReadonlyMap<CaseSectionId, SectionDue> => {
  const items = useOpenItems(caseRecord);
  const { day, time } = momentIn(useTimeZoneAt(caseRecord.funeral_home_id), new Date());
  return useMemo(() => dueBySection(items ?? [], { day, time }), [items, day, time]);
};

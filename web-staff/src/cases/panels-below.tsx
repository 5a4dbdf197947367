import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { DayPanel } from '../calendar/parts/case-day.tsx';
import { CarePanel } from '../care/parts/care-part.tsx';
import { DeadlinesPanel } from '../deadlines/parts/case-deadlines.tsx';
import { FamilyPanel } from '../families/parts/family-part.tsx';
import { SignaturesPanel } from '../signatures/parts/case-signatures.tsx';
import { TasksPanel } from '../tasks/parts/case-tasks.tsx';
import { useIsNarrow } from '../ui/page/use-screen-width.ts';
import classes from './case-page.module.css';

interface PartsBelowProps {
  caseRecord: Case;
  /** The one to go to, as a new object each time. */
  part: { id: string } | undefined;
}

export const CaseSidePanelsBelow = ({ caseRecord, part }: PartsBelowProps) => (
  <>
    <Part id="day">
      <DayPanel caseRecord={caseRecord} />
    </Part>
    <Part id="signatures">
      <SignaturesPanel caseId={caseRecord.id} status={caseRecord.status} />
    </Part>
    <Part id="tasks">
      <TasksPanel caseId={caseRecord.id} />
    </Part>
    <Part id="care">
      <CarePanel caseId={caseRecord.id} />
    </Part>
    <Part id="deadlines">
      <DeadlinesPanel caseRecord={caseRecord} />
    </Part>
    <Part id="family">
      <FamilyPanel caseRecord={caseRecord} />
    </Part>
    <Arrival part={part} />
  </>
);

const Part = ({ id, children }: { id: string; children: ReactNode }) => (
  <div className={classes.part} data-part={id} tabIndex={-1}>
    {children}
  </div>
);

/** Goes to a part in the sidebar or below the sections, and again when the parts above it have their height. */
const Arrival = ({ part }: Pick<PartsBelowProps, 'part'>) => {
  const isLoading = useIsFetching() > 0;
  const isNarrow = useIsNarrow();
  const [arrived, setArrived] = useState<PartsBelowProps['part']>();
  useEffect(() => {
    if (!part || arrived === part) return;
    const [below, beside] = document.querySelectorAll<HTMLElement>(`[data-part="${CSS.escape(part.id)}"]`);
    const shown = isNarrow ? below : beside;
    if (!shown) return;
    const sidebar = isNarrow ? null : shown.offsetParent;
    // Only the sidebar scrolls: the page would move the case out of view.
    if (sidebar) sidebar.scrollTop = shown.offsetTop;
    else shown.scrollIntoView();
    shown.focus({ preventScroll: true });
    if (!isLoading) setArrived(part);
  }, [arrived, part, isLoading, isNarrow]);
  return null;
};

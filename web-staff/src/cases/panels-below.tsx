import type { Case } from '#domain/cases/case-wire.schema.ts';
import { DayPanel } from '../calendar/parts/case-day.tsx';
import { CarePanel } from '../care/parts/care-part.tsx';
import { DeadlinesPanel } from '../deadlines/parts/case-deadlines.tsx';
import { FamilyPanel } from '../families/parts/family-part.tsx';
import { SignaturesPanel } from '../signatures/parts/case-signatures.tsx';
import { TasksPanel } from '../tasks/parts/case-tasks.tsx';

export const CaseSidePanelsBelow = ({ caseRecord }: { caseRecord: Case }) => (
  <>
    <DayPanel caseRecord={caseRecord} />
    <SignaturesPanel caseId={caseRecord.id} status={caseRecord.status} />
    <TasksPanel caseId={caseRecord.id} />
    <CarePanel caseId={caseRecord.id} />
    <DeadlinesPanel caseRecord={caseRecord} />
    <FamilyPanel caseRecord={caseRecord} />
  </>
);

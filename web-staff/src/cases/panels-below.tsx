import type { Case } from '#domain/cases/case-wire.schema.ts';
import { DeadlinesPanel } from '../deadlines/parts/case-deadlines.tsx';
import { FamilyPanel } from '../families/parts/family-part.tsx';
import { SignaturesPanel } from '../signatures/parts/case-signatures.tsx';

/** Under the sections of a case, where there is no room beside them: deadlines, signatures and the family's page. */
export const CaseSidePanelsBelow = ({ caseRecord }: { caseRecord: Case }) => (
  <>
    <DeadlinesPanel caseRecord={caseRecord} />
    <SignaturesPanel caseId={caseRecord.id} status={caseRecord.status} />
    <FamilyPanel caseRecord={caseRecord} />
  </>
);

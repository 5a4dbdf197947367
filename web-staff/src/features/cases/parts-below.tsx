import type { Case } from '#domain/cases/case-wire.schema.ts';
import { DeadlinesBelow } from './deadlines/case-deadlines.tsx';
import { FamilyBelow } from './family/family-part.tsx';
import { SignaturesBelow } from './signatures/case-signatures.tsx';

/** Under the sections of a case, where there is no room beside them: deadlines, signatures and the family's page. */
export const PartsBelow = ({ kase }: { kase: Case }) => (
  <>
    <DeadlinesBelow kase={kase} />
    <SignaturesBelow caseId={kase.id} status={kase.status} />
    <FamilyBelow kase={kase} />
  </>
);

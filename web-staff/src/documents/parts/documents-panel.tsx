import type { Case } from '#domain/cases/case-wire.schema.ts';
import { expectedPapers } from '#domain/documents/expected-papers.ts';
import { kinWithoutAddress } from '../../cases/parts/kin-entries.ts';
import { SidePanel } from '../../ui/page/side-panel.tsx';
import { DocumentsPart } from './documents-part.tsx';

export const DocumentsPanel = ({ caseRecord, onClose }: { caseRecord: Case; onClose: () => void }) => (
  <SidePanel title="Documents" closeLabel="Close documents" onClose={onClose}>
    <DocumentsPart
      caseId={caseRecord.id}
      homeId={caseRecord.funeral_home_id}
      expected={expectedPapers(caseRecord)}
      unlabeled={kinWithoutAddress(caseRecord.next_of_kins)}
    />
  </SidePanel>
);

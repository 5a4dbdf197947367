import type { Case } from '#domain/cases/case-wire.schema.ts';
import { kinWithoutAddress } from '../../cases/parts/kin-entries.ts';
import { SidePanel } from '../../ui/page/side-panel.tsx';
import { DocumentsPart } from './documents-part.tsx';

export const DocumentsPanel = ({ caseRecord, onClose }: { caseRecord: Case; onClose: () => void }) => (
  <SidePanel title="Documents" closeLabel="Close documents" onClose={onClose}>
    <DocumentsPart
      caseId={caseRecord.id}
      homeId={caseRecord.funeral_home_id}
      unlabeled={kinWithoutAddress(caseRecord.next_of_kins)}
    />
  </SidePanel>
);

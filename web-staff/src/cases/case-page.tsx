import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import { useApi } from '../api/api-context.ts';
import { useHomeTimeZone } from '../organizations/homes/queries.ts';
import { paths } from '../paths.ts';
import { RecordLoadState } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { HomeZone } from '../ui/time/time-ago.tsx';
import { CaseWorkspace } from './case-workspace.tsx';
import { caseQuery } from './queries.ts';

export const CasePage = () => {
  const { id = '' } = useParams();
  const call = useApi();
  // The case may be cached from a list; editing needs the present version.
  const query = useQuery({ ...caseQuery(call, id), refetchOnMount: 'always' });
  const caseRecord = query.data;
  const zone = useHomeTimeZone(caseRecord?.funeral_home_id);
  useDocumentTitle(
    caseRecord ? `${caseRecord.deceased_full_name || 'Name not given'} · ${shownCaseNumber(caseRecord)}` : 'Case',
  );
  // Times are edited by the home's clock, so the form waits for its time zone.
  if (!caseRecord || zone === undefined)
    return <RecordLoadState query={query} noun="Case" back={{ to: paths.cases, label: 'Cases' }} />;
  return (
    <HomeZone value={zone}>
      <CaseWorkspace key={caseRecord.id} caseRecord={caseRecord} />
    </HomeZone>
  );
};

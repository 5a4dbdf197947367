import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { shownCaseNumber } from '#domain/cases/case-number.ts';
import { useApi } from '../../api/api-context.ts';
import { caseQuery } from '../../entities/cases/queries.ts';
import { paths } from '../../paths.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { RecordState } from '../../ui/record-state.tsx';
import { CaseWorkspace } from './case-workspace.tsx';

export const CasePage = () => {
  const { id = '' } = useParams();
  const call = useApi();
  // A list may have shown it a minute ago; editing follows what the server holds now.
  const query = useQuery({ ...caseQuery(call, id), refetchOnMount: 'always' });
  const kase = query.data;
  useDocumentTitle(kase ? `${kase.deceased_full_name || 'Name not given'} · ${shownCaseNumber(kase)}` : 'Case');
  if (!kase) return <RecordState query={query} noun="Case" back={{ to: paths.cases, label: 'Cases' }} />;
  return <CaseWorkspace key={kase.id} kase={kase} />;
};

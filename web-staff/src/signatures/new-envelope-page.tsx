import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useApi } from '../api/api-context.ts';
import { CaseCombobox, NewestCases } from '../cases/parts/case-combobox.tsx';
import { paths } from '../paths.ts';
import { RecordLoadState } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { EnvelopeForm } from './envelope-form.tsx';
import { choicesQuery, envelopeQuery } from './queries.ts';

export const NewEnvelopePage = () => {
  useDocumentTitle('Request signatures');
  const [params, setParams] = useSearchParams();
  const [caseId, draftId] = [params.get('case') ?? '', params.get('draft') ?? ''];
  const call = useApi();
  const choices = useQuery({ ...choicesQuery(call, caseId), gcTime: 0, enabled: caseId !== '' });
  const likeId = params.get('like') ?? '';
  const like = useQuery({ ...envelopeQuery(call, likeId), enabled: likeId !== '', refetchInterval: false });
  const draft = useQuery({ ...envelopeQuery(call, draftId), enabled: draftId !== '', refetchInterval: false });
  const back = caseId ? { to: paths.case(caseId), label: 'Case' } : { to: paths.signatures, label: 'Signatures' };
  if (!caseId) {
    const choose = (id: string) => setParams({ case: id });
    return (
      <>
        <PageHeader title="Request signatures" lead="For which case?" back={back} />
        <CaseCombobox label="Case" placeholder="Name or case number" autoFocus onPick={({ id }) => choose(id)} />
        <NewestCases onPick={choose} />
      </>
    );
  }
  if (!choices.data) return <RecordLoadState query={choices} noun="Case" back={back} />;
  if (draftId && !draft.data) return <RecordLoadState query={draft} noun="Signature request" back={back} />;
  // If the ended request cannot be loaded, a new one can still be created.
  if (likeId && like.isPending) return <RecordLoadState query={like} noun="Signature request" back={back} />;
  const statement = params.get('statement') ?? undefined;
  return <EnvelopeForm choices={choices.data} draft={draft.data} like={like.data} statement={statement} back={back} />;
};

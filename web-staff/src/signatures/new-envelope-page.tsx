import { Button } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { EmptyState, RecordLoadState } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { EnvelopeForm } from './envelope-form.tsx';
import { choicesQuery, envelopeQuery } from './queries.ts';

export const NewEnvelopePage = () => {
  useDocumentTitle('Request signatures');
  const [params] = useSearchParams();
  const [caseId, draftId] = [params.get('case') ?? '', params.get('draft') ?? ''];
  const call = useApi();
  const choices = useQuery({ ...choicesQuery(call, caseId), gcTime: 0, enabled: caseId !== '' });
  const likeId = params.get('like') ?? '';
  const like = useQuery({ ...envelopeQuery(call, likeId), enabled: likeId !== '', refetchInterval: false });
  const draft = useQuery({ ...envelopeQuery(call, draftId), enabled: draftId !== '', refetchInterval: false });
  const back = caseId ? { to: paths.case(caseId), label: 'Case' } : { to: paths.signatures, label: 'Signatures' };
  if (!caseId) {
    return (
      <>
        <PageHeader title="Request signatures" back={back} />
        <EmptyState
          icon={<IconSignature size={28} stroke={1.4} aria-hidden />}
          title="Choose a case first"
          text="Open the case whose documents are to be signed, then choose “Request signatures” there."
          action={
            <Button component={Link} to={paths.cases}>
              Open the list of cases
            </Button>
          }
        />
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

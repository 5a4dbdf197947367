import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { RecordLoadState } from '../ui/feedback/states.tsx';
import { failureText, toastError } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { deceasedName } from './first-call-text.ts';
import { firstCallQuery } from './queries.ts';
import { SheetView } from './sheet-view.tsx';

/** D2 §8. */
export const FirstCallPage = () => {
  const { id = '' } = useParams();
  const call = useApi();
  const navigate = useNavigate();
  const query = useQuery(firstCallQuery(call, id));
  const sheet = query.data;
  useDocumentTitle(sheet ? `${deceasedName(sheet.deceased_full_name)} · First call` : 'First call');
  const { error } = query;
  useEffect(() => {
    if (!error || sheet || failureText(error) === undefined) return;
    toastError('Failed to load first call sheet');
    void navigate(paths.firstCalls, { replace: true });
  }, [error, sheet, navigate]);
  if (!sheet)
    return <RecordLoadState query={query} noun="First call" back={{ to: paths.firstCalls, label: 'First calls' }} />;
  return <SheetView key={sheet.id} sheet={sheet} />;
};

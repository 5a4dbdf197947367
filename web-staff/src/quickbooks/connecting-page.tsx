import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { accountingEndpoints } from '#domain/quickbooks/accounting.endpoints.ts';
import { messageOf } from '#domain/shared/contract/client.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { EmptyState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { accountingKeys } from './keys.ts';
import { ofCompany } from './use-company.ts';

/** Where QuickBooks sends the browser back to: finishes the connection, once, and goes on to the settings. */
export const ConnectingPage = () => {
  useDocumentTitle('QuickBooks');
  const call = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const isRefused = query.has('error');
  const finish = useMutation({
    mutationFn: () => {
      const of = (name: string): string => query.get(name) ?? '';
      return call(accountingEndpoints.exchange, {
        body: { code: of('code'), state: of('state'), realmId: of('realmId') },
      });
    },
    onSuccess: async ({ company_name, realm_id, is_first }) => {
      await client.invalidateQueries({ queryKey: accountingKeys.all });
      toastSuccess(`${company_name} is connected`);
      // The code in the address was spent: the way back does not lead here again.
      await navigate(ofCompany(paths.quickBooks, is_first ? undefined : realm_id), { replace: true });
    },
  });
  const begun = useRef(false);
  const { mutate } = finish;
  useEffect(() => {
    if (isRefused || begun.current) return;
    begun.current = true;
    mutate();
  }, [isRefused, mutate]);
  const back = (
    <Button component={Link} to={paths.quickBooks} replace>
      Back to the settings
    </Button>
  );
  if (isRefused)
    return (
      <EmptyState
        page
        title="QuickBooks was not connected"
        text="You said no at QuickBooks. Nothing has changed."
        action={back}
      />
    );
  if (finish.isError)
    return <EmptyState page title="QuickBooks was not connected" text={messageOf(finish.error)} action={back} />;
  return (
    <>
      <h1>Connecting QuickBooks …</h1>
      <RowsSkeleton rows={3} height={48} />
    </>
  );
};

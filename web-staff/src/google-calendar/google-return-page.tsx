import { Anchor } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { messageOf } from '#domain/shared/contract/client.ts';
import { useEndGoogle } from '../calendar/parts/google.ts';
import { paths } from '../paths.ts';
import { fieldErrorMessages } from '../ui/feedback/field-errors.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { RowsSkeleton } from '../ui/feedback/states.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';

const reasonOf = (error: unknown): string => fieldErrorMessages(error)[0] ?? messageOf(error);

/** Google redirects here with a code, or with an error if the user declined. */
export const GoogleReturnPage = () => {
  useDocumentTitle('Google Calendar');
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { mutate, error } = useEndGoogle();
  const begun = useRef(false);
  const [code, state] = [params.get('code'), params.get('state')];
  useEffect(() => {
    // A code works once, and effects may run twice.
    if (begun.current || !code || !state) return;
    begun.current = true;
    mutate(
      { code, state },
      {
        onSuccess: () => {
          toastSuccess('Google Calendar is connected');
          // The address contains a code, so it must not stay in the history.
          void navigate(paths.calendarSettings, { replace: true });
        },
      },
    );
  }, [code, state, mutate, navigate]);
  const problem = error ? reasonOf(error) : code && state ? undefined : 'Google Calendar was not connected.';
  return (
    <>
      <PageHeader title="Google Calendar" />
      {problem ? (
        <Notice tone="problem">
          {problem}{' '}
          <Anchor component={Link} to={paths.calendarSettings}>
            Back to the settings
          </Anchor>
        </Notice>
      ) : (
        <RowsSkeleton rows={3} />
      )}
    </>
  );
};

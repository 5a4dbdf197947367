import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { signingHealthQuery } from './queries.ts';

interface SigningTroubleProps {
  /** DocuSeal's health is requested only if something waits for it. */
  isWaiting: boolean;
  usually?: ReactNode;
}

/** Explains why documents are not sent: an owner must change a rejected key. */
export const SigningServiceAlert = ({ isWaiting, usually = null }: SigningTroubleProps) => {
  const can = useCan();
  const { data } = useQuery({ ...signingHealthQuery(useApi()), enabled: isWaiting, refetchInterval: 60_000 });
  if (!isWaiting || data?.status !== 'degraded') return usually;
  if (data.docuseal.reachable && !data.docuseal.authenticated)
    return (
      <Notice tone="warning" title="DocuSeal rejected the API key">
        Signature requests will wait until{' '}
        {can('signing:connect') ? (
          <>
            you have changed the key under{' '}
            <Anchor component={Link} to={paths.signing} inherit underline="always">
              E-signatures
            </Anchor>
          </>
        ) : (
          'an owner has changed the key'
        )}
        .
      </Notice>
    );
  return (
    <Notice tone="warning" title="DocuSeal is not answering">
      Signature requests will be sent automatically when DocuSeal is back.
    </Notice>
  );
};

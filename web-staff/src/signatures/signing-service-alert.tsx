import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { signingHealthQuery } from './connection/queries.ts';

interface SigningTroubleProps {
  /** Whether anything waits for DocuSeal; without it, DocuSeal is not asked. */
  isWaiting: boolean;
  /** What is said while DocuSeal answers. */
  usually?: ReactNode;
}

/** Why papers do not go out just now, where DocuSeal is the reason: a key that it does not accept is for an owner to change. */
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

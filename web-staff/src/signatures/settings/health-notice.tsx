import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SigningHealth } from '#domain/signatures/signing-connection.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { exactTime } from '../../ui/time/time-text.ts';
import { signingHealthQuery } from '../connection/queries.ts';

const pausedText = ({ paused_until }: SigningHealth): string =>
  paused_until ? ` DocuSeal is asked again at ${exactTime(paused_until)}.` : '';

/** How DocuSeal does at this moment, in words. */
const wordsOf = (health: SigningHealth): { title: string; text: string } => {
  if (health.status === 'ok')
    return { title: 'DocuSeal answers', text: `It accepts the key, and answered in ${health.docuseal.latency_ms} ms.` };
  if (health.docuseal.reachable && !health.docuseal.authenticated)
    return {
      title: 'The key is not accepted',
      text: `${health.detail}. Change the key: what is sent for signature meanwhile waits, and goes out then.`,
    };
  return {
    title: 'DocuSeal is down',
    text: `${health.detail} What is sent for signature meanwhile waits and goes out by itself.${pausedText(health)}`,
  };
};

/** Whether it works just now, with the way to look again. */
export const HealthNotice = () => {
  const health = useQuery(signingHealthQuery(useApi()));
  const words = health.data && wordsOf(health.data);
  return (
    <Notice tone={health.data && health.data.status !== 'ok' ? 'problem' : 'info'} title={words?.title ?? 'DocuSeal'}>
      <p>{health.isError ? 'It is not known whether DocuSeal answers.' : (words?.text ?? 'Asking DocuSeal …')}</p>
      <Button mt="sm" variant="default" loading={health.isFetching} onClick={() => void health.refetch()}>
        Test the connection
      </Button>
    </Notice>
  );
};

import './shell-styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { createQueryClient } from '../api/cache.ts';
import { OfflineCall } from '../first-calls/take-call-page.tsx';
import { paths } from '../paths.ts';
import { useSessionStatus } from '../session/session-context.ts';
import { Toasts } from '../ui/feedback/toasts.tsx';

/** A first call without a sign-in because there is no connection. */
export const OfflineCallPage = () => {
  const [client] = useState(createQueryClient);
  const [atStart] = useState(useSessionStatus());
  if (atStart === 'signed-in') return <Navigate to={paths.firstCallNew} replace />;
  return (
    <QueryClientProvider client={client}>
      <OfflineCall />
      <Toasts />
    </QueryClientProvider>
  );
};

import { Anchor, Text } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { returnPath } from '../../session/return-path.ts';
import { useSession, useSessionStatus } from '../../session/session-context.ts';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import { SignedOutLayout } from '../../ui/page/signed-out-layout.tsx';
import { SignInFlow } from './sign-in-flow.tsx';

/** Needed only without a connection, so it must not delay the first page. */
const CallInstead = lazy(async () =>
  import('./call-instead.tsx').then(
    ({ CallInstead }) => ({ default: CallInstead }),
    () => ({ default: () => null }),
  ),
);

export const SignInPage = () => {
  const session = useSession();
  const status = useSessionStatus();
  const navigate = useNavigate();
  const { search } = useLocation();
  useDocumentTitle('Sign in');

  useEffect(() => {
    if (status === 'signed-in') void navigate(returnPath(search), { replace: true });
  }, [status, search, navigate]);

  return (
    <SignedOutLayout>
      <SignInFlow onSignedIn={session.begin} />
      <Suspense fallback={null}>
        <CallInstead />
      </Suspense>
      <Text size="sm" mt="xl">
        <Anchor component={Link} to={paths.status}>
          Check system status
        </Anchor>
      </Text>
    </SignedOutLayout>
  );
};

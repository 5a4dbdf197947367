import { Anchor, Box, Text } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { identity } from '../../session/identity.ts';
import { returnPath } from '../../session/return-path.ts';
import { useSession, useSessionStatus } from '../../session/session-context.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
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

const DemoSignIn = lazy(async () => ({ default: (await import('./demo-sign-in.tsx')).DemoSignIn }));

/** `onSubmit` is called when the user sends a password. */
export const SignInPage = ({ onSubmit }: { onSubmit?: () => void }) => {
  const session = useSession();
  const status = useSessionStatus();
  const navigate = useNavigate();
  const { search } = useLocation();
  useDocumentTitle('Sign in');

  // The effects of the form run first, so that its first field has the focus before anything else loads.
  useEffect(() => identity.prepare(), []);
  useEffect(() => {
    if (status === 'signed-in') void navigate(returnPath(search), { replace: true });
  }, [status, search, navigate]);

  return (
    <SignedOutLayout>
      {returnPath(search) === paths.firstCallNew && (
        <Box mb="lg">
          <Notice tone="info" title="Sign in to take a call">
            This device saves calls only for someone who has signed in here. Your call opens right after you sign in.
          </Notice>
        </Box>
      )}
      <SignInFlow onSubmit={onSubmit} onSignedIn={session.begin} />
      {new URLSearchParams(search).has('demo') && (
        <Suspense fallback={null}>
          <DemoSignIn onSignedIn={session.begin} />
        </Suspense>
      )}
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

import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { returnPath } from '../../session/return-path.ts';
import { useSession, useSessionStatus } from '../../session/session-context.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { Entrance } from '../../ui/entrance.tsx';
import { SignInFlow } from './sign-in-flow.tsx';

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
    <Entrance>
      <SignInFlow onSignedIn={session.begin} />
    </Entrance>
  );
};

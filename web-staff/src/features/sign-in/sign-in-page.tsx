import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { returnPath } from '../../session/return-path.ts';
import { useSession, useSessionStatus } from '../../session/session-context.ts';
import { Brand } from '../../ui/brand.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { SignInFlow } from './sign-in-flow.tsx';
import classes from './sign-in-page.module.css';

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
    <div className={classes.page}>
      <header className={classes.aside}>
        <Brand />
        <p className={classes.words}>Every family, every case, every detail in one calm place.</p>
        <p className={classes.small}>For the staff of the funeral home.</p>
      </header>
      <main className={classes.main}>
        <div className={classes.form}>
          <SignInFlow onSignedIn={session.begin} />
        </div>
      </main>
    </div>
  );
};

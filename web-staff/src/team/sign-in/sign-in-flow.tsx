import { useState } from 'react';
import { identity } from '../../session/identity.ts';
import type { NextStep } from '../../session/user-pool.ts';
import { CredentialsStep, ForgottenStep } from './sign-in-steps.tsx';

type Step = Exclude<NextStep, { step: 'done' }> | { step: 'credentials'; notice?: string } | { step: 'forgotten' };

interface SignInFlowProps {
  email?: string;
  emailFixed?: boolean;
  onSubmit?: () => void;
  onSignedIn: () => void;
}

export const SignInFlow = ({ email: start = '', emailFixed, onSubmit, onSignedIn }: SignInFlowProps) => {
  const [email, setEmail] = useState(start);
  const [current, setCurrent] = useState<Step>({ step: 'credentials' });

  /** Steps that few sign-ins have; the form shows the failure of their download. */
  const [later, setLater] = useState<typeof import('./later-steps.tsx')>();

  const follow = async (next: NextStep) => {
    if (next.step === 'done') return onSignedIn();
    if (next.step !== 'unsupported') setLater(await import('./later-steps.tsx'));
    setCurrent(next);
  };
  const signIn = async (address: string, password: string) => {
    setEmail(address);
    onSubmit?.();
    await follow(await identity.signIn(address, password));
  };
  const confirm = async (answer: string) => follow(await identity.confirm(answer));
  const requestReset = async (address: string) => {
    setEmail(address);
    await identity.requestPasswordReset(address);
    await follow({ step: 'reset-password' });
  };
  const reset = async (code: string, password: string) => {
    await identity.resetPassword(email, code, password);
    const notice = 'Your password has been changed. Sign in with the new one.';
    await signIn(email, password).catch(() => setCurrent({ step: 'credentials', notice }));
  };
  const restart = () => setCurrent({ step: 'credentials' });

  switch (current.step) {
    case 'new-password':
      return later && <later.NewPasswordStep onPassword={confirm} onBack={restart} />;
    case 'authenticator':
      return later && <later.AuthenticatorStep onCode={confirm} onBack={restart} />;
    case 'authenticator-setup':
      return later && <later.AuthenticatorStep onCode={confirm} onBack={restart} secret={current.secret} />;
    case 'forgotten':
      return <ForgottenStep email={email} onRequest={requestReset} onBack={restart} />;
    case 'reset-password':
      return (
        later && (
          <later.ResetStep
            email={email}
            onReset={reset}
            onAgain={() => setCurrent({ step: 'forgotten' })}
            onBack={restart}
          />
        )
      );
    default: {
      const notice =
        current.step === 'unsupported'
          ? 'This account needs a sign-in step that is not supported. Ask your administrator.'
          : current.notice;
      const forgotten = (address: string) => {
        setEmail(address);
        setCurrent({ step: 'forgotten' });
      };
      return (
        <CredentialsStep
          email={email}
          emailFixed={emailFixed}
          notice={notice}
          onSignIn={signIn}
          onForgotten={emailFixed ? undefined : forgotten}
        />
      );
    }
  }
};

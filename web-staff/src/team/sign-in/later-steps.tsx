import { Code, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { PasswordFields, useNewPassword } from '../../ui/password-fields.tsx';
import { Back, StepForm } from './sign-in-steps.tsx';

interface NewPasswordProps {
  onPassword: (password: string) => Promise<void>;
  onBack: () => void;
}

export const NewPasswordStep = ({ onPassword, onBack }: NewPasswordProps) => {
  const fields = useNewPassword();
  return (
    <StepForm
      title="Choose your password"
      lead="You signed in with a temporary password."
      submitLabel="Save and sign in"
      onSubmit={() => fields.check() && onPassword(fields.password)}
      below={<Back onBack={onBack} />}
    >
      <PasswordFields state={fields} />
    </StepForm>
  );
};

interface CodeProps {
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
  secret?: string;
}

export const AuthenticatorStep = ({ onCode, onBack, secret }: CodeProps) => {
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const digits = code.replace(/\s/g, '');
  const submit = () => {
    setTried(true);
    return /^\d{6}$/.test(digits) && onCode(digits);
  };
  return (
    <StepForm
      title={secret ? 'Set up your authenticator app' : 'Enter your code'}
      lead={
        secret
          ? 'Add this key to your authenticator app, then enter the code.'
          : 'Open your authenticator app and enter the 6 digits it shows.'
      }
      submitLabel="Continue"
      onSubmit={submit}
      below={<Back onBack={onBack} />}
    >
      {secret && <Code block>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>}
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={tried && !/^\d{6}$/.test(digits) && 'Enter the 6-digit code'}
      />
      {!secret && (
        <Text size="sm" c="dimmed">
          Lost the phone with the app? An owner or administrator can reset it for you on the team page.
        </Text>
      )}
    </StepForm>
  );
};

interface ResetProps {
  email: string;
  onReset: (code: string, password: string) => Promise<void>;
  onAgain: () => void;
  onBack: () => void;
}

export const ResetStep = ({ email, onReset, onAgain, onBack }: ResetProps) => {
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const fields = useNewPassword();
  const submit = () => {
    setTried(true);
    return fields.check() && code.trim() !== '' && onReset(code, fields.password);
  };
  return (
    <StepForm
      title="Enter the code"
      lead={`If there is an account for ${email.trim()}, we sent a code to it.`}
      submitLabel="Save and sign in"
      onSubmit={submit}
      below={
        <>
          <Back onBack={onAgain}>Send a new code</Back>
          <Back onBack={onBack} />
        </>
      }
    >
      <TextInput
        label="Code from email"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={tried && code.trim() === '' && 'Code is required'}
      />
      <PasswordFields state={fields} />
    </StepForm>
  );
};

import { Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { problemOf } from '../../session/problem-of.ts';
import { Notice } from '../../ui/feedback/notice.tsx';

/** A field of the page that was painted before the script ran (app/first-paint.tsx); the first render replaces it. */
const paintedField = (type: string) =>
  globalThis.document?.querySelector<HTMLInputElement>(`#first-paint input[type="${type}"]`);

interface StepFormProps {
  title?: string;
  lead?: ReactNode;
  notice?: string;
  submitLabel: string;
  /** Validates the fields and returns false to stay; rejects with the user pool's error. */
  onSubmit: () => Promise<void> | false;
  children: ReactNode;
  below?: ReactNode;
}

export const StepForm = ({ title, lead, notice, submitLabel, onSubmit, children, below }: StepFormProps) => {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [begun] = useState(() => ['email', 'password'].find((type) => paintedField(type)?.matches(':focus')));
  useEffect(() => {
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])];
    const { dataset } = document.documentElement;
    if (dataset.signsIn === 'submitted') {
      dataset.signsIn = '';
      form.current?.requestSubmit();
      return;
    }
    const entered = inputs.find(({ type }) => type === begun);
    (entered ?? inputs.find((input) => !input.readOnly && !input.value))?.focus();
  }, [begun]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setProblem(undefined);
    const work = onSubmit();
    if (!work) return;
    setBusy(true);
    try {
      await work;
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap="md">
        {title && (
          <div>
            <Title order={1}>{title}</Title>
            {lead && (
              <Text c="dimmed" mt={4}>
                {lead}
              </Text>
            )}
          </div>
        )}
        {notice && !problem && <Notice tone="info">{notice}</Notice>}
        {problem && <Notice tone="problem">{problem}</Notice>}
        {children}
        <Button type="submit" loading={busy} fullWidth size="md">
          {submitLabel}
        </Button>
        {below}
      </Stack>
    </form>
  );
};

export const Back = ({ onBack, children = 'Back to sign in' }: { onBack: () => void; children?: string }) => (
  <Anchor component="button" type="button" onClick={onBack}>
    {children}
  </Anchor>
);

interface EmailInputProps {
  value: string;
  readOnly?: boolean;
  onChange: (email: string) => void;
  tried: boolean;
}

const EmailInput = ({ value, readOnly, onChange, tried }: EmailInputProps) => (
  <TextInput
    label="Email"
    type="email"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    value={value}
    readOnly={readOnly}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={tried && value.trim() === '' && 'Email is required'}
  />
);

interface CredentialsProps {
  email: string;
  /** The user signs in again without leaving the page. */
  emailFixed?: boolean;
  notice?: string;
  onSignIn: (email: string, password: string) => Promise<void>;
  onForgotten?: (email: string) => void;
}

export const CredentialsStep = ({ email: start, emailFixed, notice, onSignIn, onForgotten }: CredentialsProps) => {
  const [email, setEmail] = useState(() => start || (paintedField('email')?.value ?? ''));
  const [password, setPassword] = useState(() => paintedField('password')?.value ?? '');
  const [tried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    return email.trim() !== '' && password !== '' && onSignIn(email, password);
  };
  return (
    <StepForm title={emailFixed ? undefined : 'Sign in'} submitLabel="Sign in" notice={notice} onSubmit={submit}>
      <EmailInput value={email} readOnly={emailFixed} onChange={setEmail} tried={tried} />
      <div>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={tried && password === '' && 'Password is required'}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
        />
        {onForgotten && (
          <Text size="sm" mt="xs">
            <Back onBack={() => onForgotten(email)}>Forgot your password?</Back>
          </Text>
        )}
      </div>
    </StepForm>
  );
};

interface ForgottenProps {
  email: string;
  onRequest: (email: string) => Promise<void>;
  onBack: () => void;
}

export const ForgottenStep = ({ email: start, onRequest, onBack }: ForgottenProps) => {
  const [email, setEmail] = useState(start);
  const [tried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    return email.trim() !== '' && onRequest(email);
  };
  return (
    <StepForm
      title="Forgot password"
      lead="Enter your email address. If you have an account, we will send you a code."
      submitLabel="Send the code"
      onSubmit={submit}
      below={<Back onBack={onBack} />}
    >
      <EmailInput value={email} onChange={setEmail} tried={tried} />
    </StepForm>
  );
};

import { Anchor, Button, Code, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type AuthenticatorKey, authenticator } from '../../session/authenticator.ts';
import { useSession } from '../../session/session-context.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { authenticatorProblem, isSessionOver } from './authenticator-query.ts';
import classes from './authenticator-setup.module.css';

interface AuthenticatorSetupProps {
  setup: AuthenticatorKey;
  onDone: () => void;
  /** Missing if the set-up cannot be postponed. */
  onCancel?: () => void;
}

export const AuthenticatorSetup = ({ setup, onDone, onCancel }: AuthenticatorSetupProps) => {
  const session = useSession();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const digits = code.replace(/\s/g, '');
  const alone = onCancel === undefined;
  // The field has the focus, but the QR code or text above must stay visible.
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    if (!alone) form.current?.scrollIntoView({ block: 'nearest' });
  }, [alone]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!/^\d{6}$/.test(digits)) return setProblem('Enter the 6-digit code');
    setBusy(true);
    try {
      await authenticator.turnOn(digits);
      onDone();
    } catch (error) {
      if (isSessionOver(error)) session.end();
      else setProblem(authenticatorProblem(error));
      setBusy(false);
    }
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className={classes.setup}>
      <QrCode text={setup.uri} label="QR code with the key for your authenticator app" />
      <Stack gap="md" className={classes.text}>
        <ol className={classes.steps}>
          <li>
            Open an authenticator app on your phone and scan this QR code.
            <span className={classes.onPhone}>
              Using your phone? <Anchor href={setup.uri}>Open in authenticator app</Anchor>
            </span>
          </li>
          <li>
            Can’t scan it? Enter this key in the app:
            <Code block mt="xs" className={classes.key} aria-label="Key">
              {setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </Code>
            <CopyButton value={setup.secret}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  mt="xs"
                  leftSection={<IconCopy size={18} stroke={1.6} aria-hidden />}
                  onClick={copy}
                >
                  {copied ? 'Key copied' : 'Copy the key'}
                </Button>
              )}
            </CopyButton>
          </li>
          <li>Enter the 6-digit code from the app.</li>
        </ol>
        <TextInput
          ref={field}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          maw={200}
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setProblem(undefined);
          }}
          error={problem}
        />
        <Text size="sm" c="dimmed">
          Save this key in a safe place in case you lose your phone. Turning this on signs you out everywhere, including
          here. You will sign in again with a code.
        </Text>
        <Group gap="xs">
          <Button type="submit" loading={busy}>
            Turn on
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
};

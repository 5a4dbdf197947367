import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { identity } from '../../session/identity.ts';
import { useSession } from '../../session/session-context.ts';
import { faultsByField } from '../../ui/feedback/field-errors.ts';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { PasswordFields, useNewPassword } from '../../ui/password-fields.tsx';
import { useCurrentUser } from '../parts/current-user.ts';

/** Another password. The call is no mutation of the query client, which would remember what was typed. */
export const PasswordForm = () => {
  const { id, email } = useCurrentUser();
  const call = useApi();
  const session = useSession();
  const [current, setCurrent] = useState('');
  const next = useNewPassword();
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);

  /** Every session has ended with the old password; where the new one alone does not do, the sign-in page asks. */
  const signInAnew = async (password: string) => {
    const step = await identity.signIn(email, password).catch(() => undefined);
    if (step?.step !== 'done') session.end();
  };
  const clear = () => {
    setCurrent('');
    setTried(false);
    setRefused(undefined);
    next.clear();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const fits = next.check();
    if (busy || !fits || current === '') return;
    setBusy(true);
    const body = { current_password: current, new_password: next.password, confirm_password: next.confirm };
    try {
      await call(accountEndpoints.updatePassword, { params: { id }, body });
      const password = next.password;
      clear();
      await signInAnew(password);
      toastSuccess('Password changed');
    } catch (error) {
      const fields = faultsByField(error, 400);
      setRefused(fields.current_password?.[0]);
      next.refuse({ password: fields.new_password?.[0], confirm: fields.confirm_password?.[0] });
      if (Object.keys(fields).length === 0) toastFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md" maw={400}>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => {
            setCurrent(event.currentTarget.value);
            setRefused(undefined);
          }}
          error={refused ?? (tried && current === '' && 'Current password is required')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the current password', tabIndex: 0 }}
        />
        <PasswordFields state={next} />
        <Group>
          <Button type="submit" loading={busy}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

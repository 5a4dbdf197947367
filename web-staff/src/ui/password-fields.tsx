import { List, PasswordInput, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';

/**
 * Password rules (D2 §5), checked off while typing. Duplicates the domain's schema (a test compares them), because the
 * sign-in page does not load zod.
 */
export const passwordRules: readonly { label: string; met: (password: string) => boolean }[] = [
  { label: 'At least 8 characters', met: (password) => password.length >= 8 },
  { label: 'An uppercase letter', met: (password) => /\p{Lu}/u.test(password) },
  { label: 'A lowercase letter', met: (password) => /\p{Ll}/u.test(password) },
  { label: 'A number', met: (password) => /\d/.test(password) },
];

/** Returns field messages of a new password and its confirmation; empty if both are valid (D2 §5). */
export const newPasswordProblems = (
  password: string,
  confirmation: string,
): { password?: string; confirm?: string } => {
  const missing = passwordRules.find((rule) => !rule.met(password));
  return {
    ...(password === ''
      ? { password: 'Password is required' }
      : missing
        ? { password: `Password needs: ${missing.label.toLowerCase()}` }
        : {}),
    ...(confirmation === ''
      ? { confirm: 'Please confirm your password' }
      : confirmation !== password
        ? { confirm: 'Passwords do not match' }
        : {}),
  };
};

interface PasswordProblems {
  password?: string | undefined;
  confirm?: string | undefined;
}

/**
 * `check` shows the messages and returns whether both are valid; `refuse` shows an external error until the field
 * changes.
 */
export const useNewPassword = () => {
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [shown, setShown] = useState(false);
  const [rejections, setRejections] = useState<PasswordProblems>({});
  const problems = newPasswordProblems(password, confirm);
  const check = (): boolean => {
    setShown(true);
    return Object.keys(problems).length === 0;
  };
  const clear = () => {
    setPassword('');
    setConfirm('');
    setShown(false);
    setRejections({});
  };
  return {
    password,
    setPassword: (typed: string) => {
      setPassword(typed);
      setRejections({});
    },
    confirm,
    setConfirm: (typed: string) => {
      setConfirm(typed);
      setRejections(({ password: stays }) => ({ password: stays }));
    },
    problems: { ...rejections, ...(shown ? problems : {}) } as PasswordProblems,
    check,
    refuse: setRejections,
    clear,
  };
};

interface PasswordFieldsProps {
  state: ReturnType<typeof useNewPassword>;
  label?: string;
  confirmLabel?: string;
}

export const PasswordFields = ({
  state,
  label = 'New password',
  confirmLabel = 'Confirm the new password',
}: PasswordFieldsProps) => (
  <>
    <PasswordInput
      label={label}
      autoComplete="new-password"
      value={state.password}
      onChange={(event) => state.setPassword(event.currentTarget.value)}
      error={state.problems.password}
      visibilityToggleButtonProps={{ 'aria-label': `Show or hide the ${label.toLowerCase()}`, tabIndex: 0 }}
    />
    <List size="sm" spacing={2} listStyleType="none" aria-label="Password requirements">
      {passwordRules.map((rule) => (
        <List.Item key={rule.label} icon={<span aria-hidden>{rule.met(state.password) ? '✓' : '○'}</span>}>
          {rule.label}
          {rule.met(state.password) && <VisuallyHidden>: done</VisuallyHidden>}
        </List.Item>
      ))}
    </List>
    <Text size="sm" c="dimmed" mt={-8}>
      12 or more characters is safer.
    </Text>
    <PasswordInput
      label={confirmLabel}
      autoComplete="new-password"
      value={state.confirm}
      onChange={(event) => state.setConfirm(event.currentTarget.value)}
      error={state.problems.confirm}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the confirmation', tabIndex: 0 }}
    />
  </>
);

import { List, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { newPasswordProblems, passwordRules } from './password-rules.ts';

/** State of a new password and its confirmation; `check` shows the messages and says whether both are right. */
export const useNewPassword = () => {
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [shown, setShown] = useState(false);
  const problems = newPasswordProblems(password, confirm);
  const check = (): boolean => {
    setShown(true);
    return Object.keys(problems).length === 0;
  };
  return { password, setPassword, confirm, setConfirm, problems: shown ? problems : {}, check };
};

export const PasswordFields = ({ state }: { state: ReturnType<typeof useNewPassword> }) => (
  <>
    <PasswordInput
      label="New password"
      autoComplete="new-password"
      value={state.password}
      onChange={(event) => state.setPassword(event.currentTarget.value)}
      error={state.problems.password}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the new password', tabIndex: 0 }}
    />
    <List size="sm" spacing={2} listStyleType="none" aria-label="What the password needs">
      {passwordRules.map((rule) => (
        <List.Item key={rule.label} icon={<span aria-hidden>{rule.met(state.password) ? '✓' : '○'}</span>}>
          {rule.label}
        </List.Item>
      ))}
    </List>
    <PasswordInput
      label="Confirm the new password"
      autoComplete="new-password"
      value={state.confirm}
      onChange={(event) => state.setConfirm(event.currentTarget.value)}
      error={state.problems.confirm}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the confirmation', tabIndex: 0 }}
    />
  </>
);

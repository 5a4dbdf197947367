// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { identity } from '../../session/identity.ts';
import { SignInFlow } from './sign-in-flow.tsx';

vi.mock('../../session/identity.ts', () => ({
  identity: { signIn: vi.fn(), confirm: vi.fn(), requestPasswordReset: vi.fn(), resetPassword: vi.fn() },
}));

const pool = vi.mocked(identity);
const onSignedIn = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  render(
    <MantineProvider env="test">
      <SignInFlow onSignedIn={onSignedIn} />
    </MantineProvider>,
  );
});
afterEach(cleanup);

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const signIn = () => {
  type('Email', 'director@whitcomb-ames.example');
  type('Password', 'Secret123');
  press('Sign in');
};

describe('SignInFlow', () => {
  it('shows a rejection and allows another attempt', async () => {
    pool.signIn.mockRejectedValueOnce(
      Object.assign(new Error('Incorrect username or password.'), { name: 'NotAuthorizedException' }),
    );
    signIn();
    expect((await screen.findByRole('alert')).textContent).toBe('The email address or password is not correct.');
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it('names the person who helps with a lost phone', async () => {
    pool.signIn.mockResolvedValue({ step: 'authenticator' });
    signIn();
    expect(await screen.findByText(/An owner or administrator can reset it for you/)).toBeTruthy();
  });

  it('leads through a temporary password and the authenticator app', async () => {
    pool.signIn.mockResolvedValue({ step: 'new-password' });
    pool.confirm.mockResolvedValueOnce({ step: 'authenticator' }).mockResolvedValueOnce({ step: 'done' });
    signIn();
    await screen.findByRole('heading', { name: 'Choose your password' });
    type('New password', 'Better456');
    press('Save and sign in');
    expect(screen.getByText('Please confirm your password')).toBeTruthy();
    type('Confirm the new password', 'Better457');
    expect(screen.getByText('Passwords do not match')).toBeTruthy();
    type('Confirm the new password', 'Better456');
    press('Save and sign in');
    await screen.findByRole('heading', { name: 'Enter your code' });
    expect(pool.confirm).toHaveBeenLastCalledWith('Better456');
    type('Code', '12 34 56');
    press('Continue');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
    expect(pool.confirm).toHaveBeenLastCalledWith('123456');
  });
});

// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SecondFactorPolicy } from '#domain/shared/access/second-factor.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { authenticator } from '../session/authenticator.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { SignInPanel } from './sign-in-panel.tsx';

vi.mock('../session/authenticator.ts', () => ({ authenticator: { isOn: vi.fn() } }));
const isOn = vi.mocked(authenticator.isOn);
beforeEach(() => isOn.mockReset());

const draw = (second_factor: SecondFactorPolicy, change?: () => unknown) => {
  const organization = { id: 'o1', name: 'Whitcomb & Ames', second_factor, version: 4 };
  const actions: string[] = [];
  const update = vi.fn((input: unknown) => {
    actions.push('update');
    const answer = change?.() ?? Object.assign(organization, (input as { body: object }).body, { version: 5 });
    return { ...answer };
  });
  const call = answering({
    'GET /api/customers/organization/': () => ({ ...organization }),
    'PATCH /api/customers/organization/': update,
    'POST /api/customers/user-profiles/{id}/second_factor/': () => {
      actions.push('look');
      return { confirmed: true };
    },
  });
  const page = (
    <>
      <SignInPanel />
      <Toasts />
    </>
  );
  renderPage(page, { call });
  return { update, actions };
};
const named = (name: RegExp) => screen.findByRole('switch', { name }) as Promise<HTMLInputElement>;
const rule = () => named(/^Require an authenticator app/);
const answer = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

describe('SignInPanel', () => {
  it('S-08 requires it after a confirmation, once the owner’s own app was found', async () => {
    isOn.mockResolvedValue(true);
    const { update, actions } = draw('optional');
    await waitFor(async () => expect((await rule()).disabled).toBe(false));
    fireEvent.click(await rule());
    expect(update).not.toHaveBeenCalled();
    await answer('Require it');
    expect(await screen.findByText('Authenticator app is now required for owners and administrators')).toBeTruthy();
    expect(actions).toEqual(['look', 'update']);
    expect(update.mock.lastCall).toEqual([{ body: { second_factor: 'administrators', version: 4 } }]);
    await waitFor(async () => expect((await rule()).checked).toBe(true));
  });

  it('S-08 extends it to everyone after a confirmation, and back to administrators', async () => {
    isOn.mockResolvedValue(true);
    const { update } = draw('administrators');
    fireEvent.click(await named(/^Require it for everyone/));
    await answer('Require for everyone');
    expect(await screen.findByText('Authenticator app is now required for everyone')).toBeTruthy();
    expect(update.mock.lastCall).toEqual([{ body: { second_factor: 'everybody', version: 4 } }]);
    await waitFor(async () => expect((await named(/^Require it for everyone/)).checked).toBe(true));
    fireEvent.click(await named(/^Require it for everyone/));
    await answer('Require it');
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    expect(update.mock.lastCall).toMatchObject([{ body: { second_factor: 'administrators' } }]);
  });

  it('S-08 requires the owner to set up their own app first', async () => {
    isOn.mockResolvedValue(false);
    draw('optional');
    expect(await screen.findByText(/^Set up your own authenticator app first/)).toBeTruthy();
    expect((await rule()).disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Go to your profile' }).getAttribute('href')).toBe('/profile');
  });

  it('S-08 turns off after a confirmation, and shows a rejection', async () => {
    isOn.mockResolvedValue(true);
    const refused = vi.fn(() => {
      throw new ApiError(409, 'Someone else changed this in the meantime.');
    });
    draw('administrators', refused);
    expect((await rule()).checked).toBe(true);
    fireEvent.click(await rule());
    await answer('Make optional');
    expect(await screen.findByText('Someone else changed this in the meantime.')).toBeTruthy();
    expect((await rule()).checked).toBe(true);
  });
});

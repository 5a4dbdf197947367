import { expect } from 'vitest';
import type { GrantedProduct } from '../granted-product.ts';

export const ownProfile = async (product: GrantedProduct) => {
  const { call, tenant } = product;
  const { id } = tenant.profiles.super_admin;
  const preferences = await call('user-profiles.getPreferences');
  await call('user-profiles.changePreferences', { body: preferences });
  await call('user-profiles.replacePreferences', { body: preferences });
  await call('user-profiles.list');
  await call('user-profiles.get', { params: { id } });
  await call('user-profiles.update', { params: { id }, body: { first_name: 'Ada' } });
  const body = { current_password: 'Lantern-1234', new_password: 'Lantern-5678' };
  await call('account.updatePassword', { params: { id }, body });
  await call('account.signOutEverywhere', { params: { id } });
  // From the second call on, every call of the owner requires the authenticator app.
  await call('account.confirmSecondFactor', { params: { id } });
  await call('account.confirmSecondFactor', { params: { id } });
  await call('organizations.get');
  await call('organizations.update', { body: { second_factor: 'administrators' } });
  await call('onboarding.get');
  await call('onboarding.save', { body: { step: 'home' } });
  await call('user-profiles.completeOnboarding');
  await call('user-profiles.currentUser');
};

const signIn = async (product: GrantedProduct, triggerSource: string) => {
  const { sub } = product.tenant.profiles.office_staff;
  const event = {
    triggerSource,
    userPoolId: 'us-east-1_Test00001',
    userName: sub,
    request: { userAttributes: { sub } },
  };
  expect(await product.run('sign-ins', event)).toEqual(event);
};

export const team = async (product: GrantedProduct) => {
  const { call, tenant, state, streamReaders, queueWorkers } = product;
  const invite = (email: string) => call('team.invite', { body: { email, role: 'coordinator' } });
  const withdrawn = await invite('withdrawn@example.com');
  await streamReaders();
  await queueWorkers();
  await call('team.cancelInvitation', { params: { id: withdrawn.id } });
  const { id } = await invite('newcomer@example.com');
  await streamReaders();
  await queueWorkers();
  await call('team.resendInvitation', { params: { id } });
  await streamReaders();
  await queueWorkers();
  expect(await call('team.pendingCount')).toEqual({ count: 1 });
  await call('team.invitations');

  const token = /\/invitations\/(\S+)/.exec(state.mails.at(-1)?.Content.Simple.Body.Text.Data ?? '')?.[1] ?? '';
  await call('invitations.get', { params: { token } });
  const body = { first_name: 'New', last_name: 'Comer', password: 'Lantern-1234' };
  await call('invitations.accept', { params: { token }, body });

  const params = { id: tenant.profiles.office_staff.id };
  await call('team.members');
  await call('team.changeMember', { params, body: { role: 'coordinator' } });
  await call('team.deactivateMember', { params });
  await call('team.reactivateMember', { params });
  await call('team.resetAuthenticator', { params });
  for (const triggerSource of ['PreAuthentication_Authentication', 'PostAuthentication_Authentication'])
    await signIn(product, triggerSource);
  await signIn(product, 'PostConfirmation_ConfirmForgotPassword');
  expect((await call('team.memberAuditLog', { params })).map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['sign_in.begun', 'sign_in.succeeded', 'password.reset']),
  );
  await streamReaders();
  await queueWorkers();
  expect(state.mails.at(-1)?.Content.Simple.Body.Text.Data).toContain('turned off the authenticator app');
};

export const archive = async (product: GrantedProduct) => {
  const { call, state, streamReaders, queueWorkers } = product;
  const { id } = await call('archives.ask');
  await streamReaders();
  await queueWorkers();
  await streamReaders();
  await queueWorkers();
  const { results } = await call('archives.list');
  expect(results).toMatchObject([{ id, state: 'ready' }]);
  expect((await call('archives.download', { params: { id } })).download_url).toContain(id);
  expect(state.mails.at(-1)?.Content.Simple.Body.Text.Data).toContain('/settings/archive');
};

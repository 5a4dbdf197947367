import * as z from 'zod';
import { resetCodeMail } from '#infra/cognito-emails.ts';
import { ServiceError } from '../json-service.ts';
import {
  assertClient,
  call,
  codeText,
  type Operations,
  type Pool,
  passwordText,
  requireBearer,
  saveUser,
  text,
  wrongCredentials,
} from './pool.ts';
import { assertPasswordAllowed, createTotpSecret, matchingTotpStep } from './sign-in.ts';
import { createVerifier, passwordFits } from './srp.ts';
import { describeMfa, listAttributes, maskEmail, type User } from './user-store.ts';

const setting = z.object({ Enabled: z.boolean().default(false) }).optional();

export const mfaSettings = { SoftwareTokenMfaSettings: setting, SMSMfaSettings: setting, EmailMfaSettings: setting };

type MfaSettings = { [Name in keyof typeof mfaSettings]?: z.output<(typeof mfaSettings)[Name]> };

/** Sets whether sign-in requires the authenticator app; turning it on requires an app. */
export const setMfaPreference =
  (pool: Pool) =>
  (user: User, { SoftwareTokenMfaSettings, SMSMfaSettings, EmailMfaSettings }: MfaSettings): void => {
    if (SMSMfaSettings?.Enabled || EmailMfaSettings?.Enabled) {
      throw new ServiceError('InvalidParameterException', 'This pool offers authenticator apps only.');
    }
    if (!SoftwareTokenMfaSettings) return;
    const enabled = SoftwareTokenMfaSettings.Enabled;
    if (user.totp) saveUser(pool, { ...user, totp: { ...user.totp, enabled } });
    else if (enabled) throw new ServiceError('InvalidParameterException', 'User has not verified software token mfa');
  };

const bearer = z.object({ AccessToken: z.string().min(1) });

export function accountOperations(pool: Pool): Operations {
  return {
    GetUser: call(bearer, ({ AccessToken }) => {
      const { user } = requireBearer(pool, AccessToken);
      return { Username: user.sub, UserAttributes: listAttributes(user), ...describeMfa(user) };
    }),
    ChangePassword: call(
      bearer.extend({ PreviousPassword: passwordText, ProposedPassword: passwordText }),
      ({ AccessToken, PreviousPassword, ProposedPassword }) => {
        const { user } = requireBearer(pool, AccessToken);
        changePassword(pool, user, PreviousPassword, ProposedPassword);
        return {};
      },
    ),
    ForgotPassword: call(z.object({ ClientId: text, Username: text }), async ({ ClientId, Username }) => {
      assertClient(pool, ClientId);
      return sendResetCode(pool, Username);
    }),
    ConfirmForgotPassword: call(
      z.object({ ClientId: text, Username: text, ConfirmationCode: text, Password: passwordText }),
      async (input) => {
        assertClient(pool, input.ClientId);
        await resetPassword(pool, input.Username, input.ConfirmationCode, input.Password);
        return {};
      },
    ),
    AssociateSoftwareToken: call(bearer, ({ AccessToken }) => {
      const SecretCode = createTotpSecret();
      saveUser(pool, { ...requireBearer(pool, AccessToken).user, pendingTotpSecret: SecretCode });
      return { SecretCode };
    }),
    VerifySoftwareToken: call(bearer.extend({ UserCode: codeText }), ({ AccessToken, UserCode }) => {
      confirm(pool, requireBearer(pool, AccessToken).user, UserCode);
      return { Status: 'SUCCESS' };
    }),
    SetUserMFAPreference: call(bearer.extend(mfaSettings), ({ AccessToken, ...settings }) => {
      setMfaPreference(pool)(requireBearer(pool, AccessToken).user, settings);
      return {};
    }),
  };
}

function changePassword(pool: Pool, user: User, previous: string, proposed: string): void {
  if (pool.lockout.isLocked(user.sub)) {
    throw new ServiceError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
  }
  const identity = { poolName: pool.name, userId: user.sub };
  if (!passwordFits(identity, previous, user.password)) {
    pool.lockout.recordFailure(user.sub);
    throw wrongCredentials();
  }
  assertPasswordAllowed(proposed);
  saveUser(pool, { ...user, password: createVerifier(identity, proposed) });
  pool.lockout.clear(user.sub);
}

// An unknown, disabled or unverified address gets the same response and no email. A temporary password cannot be reset;
// Cognito says so, although it reveals that the account exists.
async function sendResetCode(pool: Pool, name: string) {
  const user = pool.users.find(name);
  if (user?.enabled && user.status !== 'CONFIRMED') {
    throw new ServiceError('NotAuthorizedException', 'User password cannot be reset in the current state.');
  }
  if (user?.enabled && user.attributes.email_verified === 'true') {
    const text = resetCodeMail.body.replace('{####}', pool.resetCodes.issue(user.sub));
    await pool.sendMail({ to: user.attributes.email, subject: resetCodeMail.subject, text });
  }
  const Destination = maskEmail(user?.attributes.email ?? name);
  return { CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination } };
}

async function resetPassword(pool: Pool, name: string, code: string, password: string): Promise<void> {
  assertPasswordAllowed(password);
  const found = pool.users.find(name);
  pool.resetCodes.redeem(found?.sub ?? '', code);
  const user = found?.enabled ? found : undefined;
  if (!user) throw wrongCredentials();
  const saved = saveUser(pool, {
    ...user,
    password: createVerifier({ poolName: pool.name, userId: user.sub }, password),
  });
  pool.lockout.clear(user.sub);
  await pool.trigger('PostConfirmation_ConfirmForgotPassword', saved);
}

function confirm(pool: Pool, { pendingTotpSecret: secret, ...user }: User, code: string): void {
  if (!secret) throw new ServiceError('SoftwareTokenMFANotFoundException', 'Associate an authenticator app first.');
  const step = matchingTotpStep(secret, code, new Date(pool.now()));
  if (step === undefined) throw new ServiceError('EnableSoftwareTokenMFAException', 'Code mismatch');
  saveUser(pool, { ...user, totp: { secret, enabled: user.totp?.enabled ?? false, lastStep: step } });
}

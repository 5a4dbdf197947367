import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  ChangePasswordCommand,
  type CognitoIdentityProviderClient,
  GetUserCommand,
  GlobalSignOutCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { passwordRule } from '#domain/shared/values/password.ts';
import { withPartnerErrors } from './aws-partner-error.ts';

export interface UserPool {
  /** Creates the user without an email from Cognito if there is none. */
  userOf(email: string): Promise<{ sub: string; created: boolean }>;
  setPassword(email: string, password: string): Promise<void>;
  /** Ends every session too. These methods throw a `PartnerError`. */
  disable(email: string): Promise<void>;
  enable(email: string): Promise<void>;
  /** Ends every session too; another app can be set up. */
  turnOffAuthenticator(email: string): Promise<void>;
}

const named = (error: unknown, name: string): boolean => (error as Error).name === name;

const noSuchUser = new Set(['UserNotFoundException', 'InvalidParameterException']);

const subOf = (attributes: { Name?: string | undefined; Value?: string | undefined }[] | undefined): string => {
  const sub = attributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (!sub) throw new Error('a user without a sub');
  return sub;
};

export const cognitoUserPool = (client: CognitoIdentityProviderClient, UserPoolId: string): UserPool => ({
  async userOf(email) {
    const attributes = [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
    ];
    try {
      const { User } = await client.send(
        new AdminCreateUserCommand({
          UserPoolId,
          Username: email,
          MessageAction: 'SUPPRESS',
          UserAttributes: attributes,
        }),
      );
      return { sub: subOf(User?.Attributes), created: true };
    } catch (error) {
      if (!named(error, 'UsernameExistsException')) throw error;
      const { UserAttributes } = await client.send(new AdminGetUserCommand({ UserPoolId, Username: email }));
      return { sub: subOf(UserAttributes), created: false };
    }
  },
  async setPassword(email, password) {
    try {
      await client.send(
        new AdminSetUserPasswordCommand({ UserPoolId, Username: email, Password: password, Permanent: true }),
      );
    } catch (error) {
      throw named(error, 'InvalidPasswordException') ? invalid({ password: [passwordRule] }) : error;
    }
  },
  disable: (email) =>
    withPartnerErrors(noSuchUser, async () => {
      await client.send(new AdminDisableUserCommand({ UserPoolId, Username: email }));
      await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username: email }));
    }),
  enable: (email) =>
    withPartnerErrors(noSuchUser, async () => {
      await client.send(new AdminEnableUserCommand({ UserPoolId, Username: email }));
    }),
  async turnOffAuthenticator(email) {
    // The pool rejects settings for other second factors.
    const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false };
    await withPartnerErrors(noSuchUser, async () => {
      await client.send(
        new AdminSetUserMFAPreferenceCommand({ UserPoolId, Username: email, SoftwareTokenMfaSettings }),
      );
      await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username: email }));
    });
  },
});

/** Uses the caller's token, so it needs no IAM permission. */
export type ChangePassword = (accessToken: string, current: string, next: string) => Promise<void>;

export const cognitoChangePassword =
  (client: CognitoIdentityProviderClient): ChangePassword =>
  async (AccessToken, PreviousPassword, ProposedPassword) => {
    try {
      await client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }));
    } catch (error) {
      if (named(error, 'NotAuthorizedException'))
        throw invalid({ current_password: ['The current password is not correct'] });
      if (named(error, 'InvalidPasswordException')) throw invalid({ new_password: [passwordRule] });
      if (named(error, 'LimitExceededException') || named(error, 'TooManyRequestsException'))
        throw new AppError('tooManyRequests', { retryAfterSeconds: 60 });
      throw error;
    }
  };

export type EndSessions = (accessToken: string) => Promise<void>;

export const cognitoEndSessions =
  (client: CognitoIdentityProviderClient): EndSessions =>
  async (AccessToken) => {
    await client.send(new GlobalSignOutCommand({ AccessToken }));
  };

/** Ends all sessions of a user, for the pool's own trigger. */
export const endSessionsOf =
  (client: CognitoIdentityProviderClient) =>
  async (UserPoolId: string, Username: string): Promise<void> => {
    await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username }));
  };

/** Returns whether sign-in requires an authenticator app, checked with the caller's token. */
export type HasAuthenticator = (accessToken: string) => Promise<boolean>;

const sessionIsOver = new Set(['NotAuthorizedException', 'UserNotFoundException', 'PasswordResetRequiredException']);

export const cognitoHasAuthenticator =
  (client: CognitoIdentityProviderClient): HasAuthenticator =>
  async (AccessToken) => {
    try {
      const { UserMFASettingList } = await client.send(new GetUserCommand({ AccessToken }));
      return UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false;
    } catch (error) {
      const { name } = error as Error;
      if (sessionIsOver.has(name)) throw new AppError('unauthenticated', { reason: `user pool: ${name}` });
      if (named(error, 'TooManyRequestsException')) throw new AppError('tooManyRequests', { retryAfterSeconds: 60 });
      throw error;
    }
  };

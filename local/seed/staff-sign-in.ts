import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  type AttributeType,
  type CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { DemoStaff } from './demo-organization.ts';

export interface UserPool {
  client: CognitoIdentityProviderClient;
  id: string;
}

/** Makes the account where there is none, gives it the password for good, and answers its `sub`. No mail is sent. */
export const ensureSignIn = async (pool: UserPool, staff: DemoStaff, password: string): Promise<string> => {
  const attributes = await createUser(pool, staff).catch((error: unknown) => {
    if (error instanceof UsernameExistsException) return existingUser(pool, staff.email);
    throw error;
  });
  await setPassword(pool, staff.email, password);
  const sub = attributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (!sub) throw new Error(`the user pool gave ${staff.email} no sub`);
  return sub;
};

export const setPassword = async ({ client, id }: UserPool, email: string, password: string): Promise<void> => {
  const input = { UserPoolId: id, Username: email, Password: password, Permanent: true };
  await client.send(new AdminSetUserPasswordCommand(input));
};

const createUser = async (
  { client, id }: UserPool,
  { email, name }: DemoStaff,
): Promise<AttributeType[] | undefined> => {
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
    { Name: 'given_name', Value: name[0] },
    { Name: 'family_name', Value: name[1] },
  ];
  const input = { UserPoolId: id, Username: email, MessageAction: 'SUPPRESS' as const, UserAttributes };
  return (await client.send(new AdminCreateUserCommand(input))).User?.Attributes;
};

const existingUser = async ({ client, id }: UserPool, email: string): Promise<AttributeType[] | undefined> =>
  (await client.send(new AdminGetUserCommand({ UserPoolId: id, Username: email }))).UserAttributes;

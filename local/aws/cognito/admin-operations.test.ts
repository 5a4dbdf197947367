import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type PoolUnderTest, startPoolUnderTest, USER_POOL_ID } from './amplify-test-client.ts';

let pool: PoolUnderTest;
beforeAll(async () => {
  pool = await startPoolUnderTest();
});
afterAll(() => pool.close());

const user = (Username: string) => ({ UserPoolId: USER_POOL_ID, Username });
const attribute = (Name: string, Value: string) => ({ Name, Value });
const create = (Username: string, more: object = {}) =>
  pool.sdk.adminCreateUser({ ...user(Username), MessageAction: 'SUPPRESS', ...more });

describe('AdminCreateUser', () => {
  it('returns the new user, who is then found by id and address', async () => {
    const { User } = await create('Nora.Ames@example.com', {
      UserAttributes: [attribute('given_name', 'Nora'), attribute('email_verified', 'true')],
    });
    expect(User).toMatchObject({ Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' });
    const byAddress = await pool.sdk.adminGetUser(user('nora.ames@EXAMPLE.com'));
    expect(byAddress).toMatchObject({
      Username: User?.Username,
      UserStatus: 'FORCE_CHANGE_PASSWORD',
      UserCreateDate: User?.UserCreateDate,
    });
    expect(new Set(byAddress.UserAttributes)).toEqual(
      new Set([
        attribute('sub', User?.Username ?? ''),
        attribute('email', 'Nora.Ames@example.com'),
        attribute('email_verified', 'true'),
        attribute('given_name', 'Nora'),
      ]),
    );
    expect((await pool.sdk.adminGetUser(user(User?.Username ?? ''))).Username).toBe(User?.Username);
  });

  it.each([
    ['a taken address in another letter case', 'TAKEN@example.com', {}, 'UsernameExistsException'],
    ['a weak temporary password', 'w@example.com', { TemporaryPassword: 'weak' }, 'InvalidPasswordException'],
    ['another pool', 'e@example.com', { UserPoolId: 'us-east-1_Other' }, 'ResourceNotFoundException'],
  ])('rejects %s', async (_, name, more, error) => {
    await create('taken@example.com').catch(() => undefined);
    await expect(create(name, more)).rejects.toMatchObject({ name: error });
  });
});

describe('AdminSetUserPassword', () => {
  it('sets temporary and permanent passwords', async () => {
    await pool.addUser('reset@example.com');
    await pool.sdk.adminSetUserPassword({ ...user('reset@example.com'), Password: 'Temporary1' });
    expect((await pool.signIn('reset@example.com', 'Temporary1')).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    await pool.sdk.adminSetUserPassword({ ...user('reset@example.com'), Password: PASSWORD, Permanent: true });
    expect((await pool.signIn('reset@example.com')).AuthenticationResult).toBeDefined();
  });
});

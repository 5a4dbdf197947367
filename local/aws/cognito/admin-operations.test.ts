import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type PoolUnderTest, startPoolUnderTest, USER_POOL_ID } from './pool-under-test.ts';

let pool: PoolUnderTest;
beforeAll(async () => {
  pool = await startPoolUnderTest();
});
afterAll(() => pool.close());

const user = (Username: string) => ({ UserPoolId: USER_POOL_ID, Username });
const attribute = (Name: string, Value: string) => ({ Name, Value });
const create = (Username: string, more: object = {}) =>
  pool.sdk.adminCreateUser({ ...user(Username), MessageAction: 'SUPPRESS', ...more });

describe('creating users', () => {
  it('answers the new user, who is then found by id and by address', async () => {
    const { User } = await create('Nora.Ames@example.com', {
      UserAttributes: [
        attribute('given_name', 'Nora'),
        attribute('email_verified', 'true'),
        attribute('custom:home', 'a'),
      ],
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
        attribute('custom:home', 'a'),
      ]),
    );
    expect((await pool.sdk.adminGetUser(user(User?.Username ?? ''))).Username).toBe(User?.Username);
  });

  it.each([
    ['a taken address in another letter case', 'TAKEN@example.com', {}, 'UsernameExistsException'],
    ['a name that is no address', 'nora', {}, 'InvalidParameterException'],
    ['a weak temporary password', 'w@example.com', { TemporaryPassword: 'weak' }, 'InvalidPasswordException'],
    [
      'a mail without saying so (the default is SMS)',
      's@example.com',
      { MessageAction: undefined },
      'InvalidParameterException',
    ],
    [
      'another address as attribute',
      'a@example.com',
      { UserAttributes: [attribute('email', 'b@example.com')] },
      'InvalidParameterException',
    ],
    [
      'an attribute that is none',
      'c@example.com',
      { UserAttributes: [attribute('role', 'x')] },
      'InvalidParameterException',
    ],
    ['an id of one’s own', 'd@example.com', { UserAttributes: [attribute('sub', 'x')] }, 'InvalidParameterException'],
    ['another pool', 'e@example.com', { UserPoolId: 'us-east-1_Other' }, 'ResourceNotFoundException'],
  ])('refuses %s', async (_, name, more, error) => {
    await create('taken@example.com').catch(() => undefined);
    await expect(create(name, more)).rejects.toMatchObject({ name: error });
  });

  it('sends an invitation again only to who has not answered it', async () => {
    await pool.addUser('settled@example.com');
    const resend = create('settled@example.com', { MessageAction: 'RESEND', DesiredDeliveryMediums: ['EMAIL'] });
    await expect(resend).rejects.toMatchObject({ name: 'UnsupportedUserStateException' });
  });
});

describe('changing users', () => {
  it('moves the sign-in to a new address, unverified unless said otherwise', async () => {
    await pool.addUser('before@example.com');
    await pool.addUser('occupied@example.com');
    const change = (email: string, ...more: { Name: string; Value: string }[]) =>
      pool.sdk.adminUpdateUserAttributes({
        ...user('before@example.com'),
        UserAttributes: [attribute('email', email), ...more],
      });
    await expect(change('Occupied@example.com')).rejects.toMatchObject({ name: 'AliasExistsException' });
    await change('after@example.com');
    const { UserAttributes } = await pool.sdk.adminGetUser(user('after@example.com'));
    expect(UserAttributes).toContainEqual(attribute('email_verified', 'false'));
    expect((await pool.signIn('after@example.com')).AuthenticationResult).toBeDefined();
    await expect(pool.signIn('before@example.com')).rejects.toThrow('Incorrect username or password.');
  });

  it('sets temporary passwords as well as lasting ones', async () => {
    await pool.addUser('reset@example.com');
    await pool.sdk.adminSetUserPassword({ ...user('reset@example.com'), Password: 'Temporary1' });
    expect((await pool.signIn('reset@example.com', 'Temporary1')).ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    await pool.sdk.adminSetUserPassword({ ...user('reset@example.com'), Password: PASSWORD, Permanent: true });
    expect((await pool.signIn('reset@example.com')).AuthenticationResult).toBeDefined();
  });

  it('deletes them for good, and the address is free again', async () => {
    await pool.addUser('deleted@example.com');
    await pool.sdk.adminDeleteUser(user('deleted@example.com'));
    await expect(pool.sdk.adminGetUser(user('deleted@example.com'))).rejects.toMatchObject({
      name: 'UserNotFoundException',
    });
    await pool.addUser('deleted@example.com');
  });

  it('puts them into groups that exist, and takes them out', async () => {
    await pool.addUser('member@example.com');
    const membership = { ...user('member@example.com'), GroupName: 'auditors' };
    await expect(pool.sdk.adminAddUserToGroup(membership)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    const group = { UserPoolId: USER_POOL_ID, GroupName: 'auditors', Description: 'Read everything' };
    await pool.sdk.createGroup(group);
    await expect(pool.sdk.createGroup(group)).rejects.toMatchObject({ name: 'GroupExistsException' });
    await pool.sdk.adminAddUserToGroup(membership);
    await pool.sdk.adminAddUserToGroup(membership);
    const { Groups } = await pool.sdk.adminListGroupsForUser(user('Member@example.com'));
    expect(Groups).toEqual([expect.objectContaining({ GroupName: 'auditors', Description: 'Read everything' })]);
    await pool.sdk.adminRemoveUserFromGroup(membership);
    expect((await pool.sdk.adminListGroupsForUser(user('member@example.com'))).Groups).toEqual([]);
  });
});

describe('listing users', () => {
  const list = (more: object = {}) => pool.sdk.listUsers({ UserPoolId: USER_POOL_ID, ...more });
  const emails = async (more: object) =>
    (await list(more)).Users?.map(({ Attributes }) => Attributes?.find(({ Name }) => Name === 'email')?.Value);

  it('filters', async () => {
    for (const name of ['list-1', 'list-2', 'list-3']) await pool.addUser(`${name}@example.com`);
    await pool.sdk.adminDisableUser(user('list-2@example.com'));
    const { Username } = await pool.sdk.adminGetUser(user('list-3@example.com'));
    expect(await emails({ Filter: 'email = "list-1@example.com"' })).toEqual(['list-1@example.com']);
    expect(await emails({ Filter: `sub = "${Username}"` })).toEqual(['list-3@example.com']);
    expect(await emails({ Filter: 'status = "Disabled"' })).toEqual(['list-2@example.com']);
    expect(await emails({ Filter: 'email ^= "list-"' })).toHaveLength(3);
    expect(await emails({ Filter: 'email = "list-1"' })).toEqual([]);
    const [found] = (await list({ Filter: 'email ^= "list-1"', AttributesToGet: ['email'] })).Users ?? [];
    expect(found?.Attributes).toEqual([attribute('email', 'list-1@example.com')]);
    await expect(list({ Filter: 'email like "x"' })).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await expect(list({ Filter: 'password = "x"' })).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });

  it('pages', async () => {
    for (const name of ['page-1', 'page-2', 'page-3']) await pool.addUser(`${name}@example.com`);
    const query = { Filter: 'email ^= "page-"', Limit: 2 };
    const first = await list(query);
    const second = await list({ ...query, PaginationToken: first.PaginationToken });
    expect([first.Users?.length, second.Users?.length, second.PaginationToken]).toEqual([2, 1, undefined]);
    await expect(list({ ...query, PaginationToken: 'x' })).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});

import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Operation, ServiceFault } from '../json-service.ts';
import { mfaSettings, setMfaPreference } from './mfa-preference.ts';
import { assertPasswordAllowed, createTemporaryPassword } from './password-policy.ts';
import { call, type Operations, type Pool, passwordText, saveUser, text } from './pool.ts';
import { createVerifier } from './srp.ts';
import {
  assertEmail,
  attributeList,
  changedAttributes,
  describeMfa,
  describeUser,
  listAttributes,
  type User,
} from './user.ts';
import { listUsers, listUsersInput } from './user-search.ts';

const TEMPORARY_PASSWORD_MS = 7 * 86_400_000;

const poolInput = z.object({ UserPoolId: text });
const userInput = poolInput.extend({ Username: text });
const groupInput = userInput.extend({ GroupName: text });

const createInput = userInput.extend({
  UserAttributes: attributeList.default([]),
  TemporaryPassword: passwordText.optional(),
  MessageAction: z.enum(['RESEND', 'SUPPRESS']).optional(),
  DesiredDeliveryMediums: z.array(z.enum(['SMS', 'EMAIL'])).default(['SMS']),
});

type CreateInput = z.output<typeof createInput>;

/** What the application does with its service role. */
export function adminOperations(pool: Pool): Operations {
  return {
    AdminCreateUser: call(createInput, async (input) => {
      assertPool(pool, input.UserPoolId);
      const user = input.MessageAction === 'RESEND' ? await inviteAgain(pool, input) : await createUser(pool, input);
      return { User: describeUser(user) };
    }),
    AdminSetUserPassword: forUser(
      pool,
      userInput.extend({ Password: passwordText, Permanent: z.boolean().default(false) }),
      (user, { Password, Permanent }) => setPassword(pool, user, Password, Permanent),
    ),
    AdminGetUser: forUser(pool, userInput, (user) => {
      const { Attributes: _, ...described } = describeUser(user);
      return { ...described, UserAttributes: listAttributes(user), ...describeMfa(user) };
    }),
    AdminUpdateUserAttributes: forUser(pool, userInput.extend({ UserAttributes: attributeList }), (user, input) => {
      const attributes = { email: user.attributes.email, ...changedAttributes(user.attributes, input.UserAttributes) };
      const owner = pool.users.find(attributes.email);
      if (owner && owner.sub !== user.sub) {
        throw new ServiceFault('AliasExistsException', 'An account with the email already exists.');
      }
      saveUser(pool, { ...user, attributes });
    }),
    AdminDisableUser: forUser(pool, userInput, (user) => {
      saveUser(pool, { ...user, enabled: false });
      pool.signIns.revokeAll(user.sub);
    }),
    AdminEnableUser: forUser(pool, userInput, (user) => void saveUser(pool, { ...user, enabled: true })),
    AdminSetUserMFAPreference: forUser(pool, userInput.extend(mfaSettings), setMfaPreference(pool)),
    AdminDeleteUser: forUser(pool, userInput, (user) => pool.users.delete(user.sub)),
    AdminUserGlobalSignOut: forUser(pool, userInput, (user) => pool.signIns.revokeAll(user.sub)),
    ...groupOperations(pool),
    ListUsers: call(listUsersInput, (input) => {
      assertPool(pool, input.UserPoolId);
      return listUsers(pool.users.list(), input);
    }),
  };
}

function groupOperations(pool: Pool): Operations {
  const groupAnswer = (name: string) => ({
    GroupName: name,
    UserPoolId: pool.id,
    Description: pool.users.findGroup(name)?.description,
  });
  return {
    CreateGroup: call(
      poolInput.extend({ GroupName: text, Description: z.string().optional() }),
      ({ UserPoolId, GroupName, Description }) => {
        assertPool(pool, UserPoolId);
        if (pool.users.findGroup(GroupName)) {
          throw new ServiceFault('GroupExistsException', 'A group with the name already exists.');
        }
        pool.users.addGroup({ name: GroupName, description: Description });
        return { Group: groupAnswer(GroupName) };
      },
    ),
    AdminAddUserToGroup: forUser(pool, groupInput, (user, { GroupName }) => {
      assertGroup(pool, GroupName);
      saveUser(pool, { ...user, groups: [...new Set([...user.groups, GroupName])] });
    }),
    AdminRemoveUserFromGroup: forUser(pool, groupInput, (user, { GroupName }) => {
      assertGroup(pool, GroupName);
      saveUser(pool, { ...user, groups: user.groups.filter((name) => name !== GroupName) });
    }),
    AdminListGroupsForUser: forUser(pool, userInput, (user) => ({ Groups: user.groups.map(groupAnswer) })),
  };
}

/** An operation on one user of this pool, who is found by id or e-mail address. An undefined result answers `{}`. */
function forUser<Input extends typeof userInput>(
  pool: Pool,
  input: Input,
  run: (user: User, input: z.output<Input>) => unknown,
): Operation {
  return call(input, (given) => {
    assertPool(pool, given.UserPoolId);
    return run(requireUser(pool, given.Username), given) ?? {};
  });
}

async function createUser(pool: Pool, input: CreateInput): Promise<User> {
  assertEmail(input.Username, 'Username should be an email.');
  if (pool.users.find(input.Username)) {
    throw new ServiceFault('UsernameExistsException', 'User account already exists');
  }
  const named = input.UserAttributes.find(({ Name }) => Name === 'email')?.Value ?? input.Username;
  if (named.toLowerCase() !== input.Username.toLowerCase()) {
    throw new ServiceFault('InvalidParameterException', 'The email attribute differs from the username.');
  }
  const attributes = changedAttributes({}, [{ Name: 'email', Value: named }, ...input.UserAttributes]);
  const sub = randomUUID();
  const now = new Date(pool.now()).toISOString();
  const temporary = chooseTemporaryPassword(input);
  const user: User = {
    sub,
    enabled: true,
    attributes: { ...attributes, email: named },
    groups: [],
    createdAt: now,
    modifiedAt: now,
    ...passwordState(pool, sub, temporary, false),
  };
  pool.users.save(user);
  if (input.MessageAction !== 'SUPPRESS') await sendInvitation(pool, user, temporary);
  return user;
}

async function inviteAgain(pool: Pool, input: CreateInput): Promise<User> {
  const user = requireUser(pool, input.Username);
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new ServiceFault('UnsupportedUserStateException', 'Resend not possible. The user has set a password.');
  }
  const temporary = chooseTemporaryPassword(input);
  const saved = saveUser(pool, { ...user, ...passwordState(pool, user.sub, temporary, false) });
  await sendInvitation(pool, saved, temporary);
  return saved;
}

function chooseTemporaryPassword(input: CreateInput): string {
  const mailed = input.MessageAction !== 'SUPPRESS';
  if (mailed && !input.DesiredDeliveryMediums.includes('EMAIL')) {
    throw new ServiceFault('InvalidParameterException', 'Only EMAIL can be delivered; the default medium is SMS.');
  }
  if (input.TemporaryPassword) assertPasswordAllowed(input.TemporaryPassword);
  return input.TemporaryPassword ?? createTemporaryPassword();
}

function passwordState(pool: Pool, sub: string, password: string, permanent: boolean) {
  const verifier = createVerifier({ poolName: pool.name, userId: sub }, password);
  const expiresAt = new Date(pool.now() + TEMPORARY_PASSWORD_MS).toISOString();
  return permanent
    ? ({ status: 'CONFIRMED', password: verifier, temporaryPasswordExpiresAt: undefined } as const)
    : ({ status: 'FORCE_CHANGE_PASSWORD', password: verifier, temporaryPasswordExpiresAt: expiresAt } as const);
}

function setPassword(pool: Pool, user: User, password: string, permanent: boolean): void {
  assertPasswordAllowed(password);
  saveUser(pool, { ...user, ...passwordState(pool, user.sub, password, permanent) });
  pool.lockout.clear(user.sub);
}

function sendInvitation(pool: Pool, user: User, password: string): Promise<void> {
  return pool.sendMail({
    to: user.attributes.email,
    subject: 'Your temporary password',
    text: `You can sign in as ${user.attributes.email} with the temporary password ${password}\n\nIt is valid for seven days. You choose your own when you sign in.\n`,
  });
}

function assertPool(pool: Pool, id: string): void {
  if (id === pool.id) return;
  throw new ServiceFault('ResourceNotFoundException', `User pool ${id} does not exist.`);
}

function assertGroup(pool: Pool, name: string): void {
  if (!pool.users.findGroup(name)) throw new ServiceFault('ResourceNotFoundException', 'Group not found.');
}

function requireUser(pool: Pool, name: string): User {
  const user = pool.users.find(name);
  if (!user) throw new ServiceFault('UserNotFoundException', 'User does not exist.');
  return user;
}

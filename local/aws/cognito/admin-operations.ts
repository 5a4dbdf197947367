import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type Operation, ServiceError } from '../json-service.ts';
import { mfaSettings, setMfaPreference } from './mfa-preference.ts';
import { assertPasswordAllowed, createTemporaryPassword } from './password-policy.ts';
import { call, type Operations, type Pool, passwordText, saveUser, text } from './pool.ts';
import { createVerifier } from './srp.ts';
import { assertEmail, attributeList, describeMfa, describeUser, listAttributes, type User } from './user.ts';

const poolInput = z.object({ UserPoolId: text });
const userInput = poolInput.extend({ Username: text });

const createInput = userInput.extend({
  UserAttributes: attributeList.default([]),
  TemporaryPassword: passwordText.optional(),
  // No mail is sent: the product sends its own.
  MessageAction: z.literal('SUPPRESS'),
});

type CreateInput = z.output<typeof createInput>;

/** What the application does with its service role. */
export function adminOperations(pool: Pool): Operations {
  return {
    AdminCreateUser: call(createInput, (input) => {
      assertPool(pool, input.UserPoolId);
      return { User: describeUser(createUser(pool, input)) };
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
    AdminDisableUser: forUser(pool, userInput, (user) => {
      saveUser(pool, { ...user, enabled: false });
      pool.signIns.revokeAll(user.sub);
    }),
    AdminEnableUser: forUser(pool, userInput, (user) => void saveUser(pool, { ...user, enabled: true })),
    AdminSetUserMFAPreference: forUser(pool, userInput.extend(mfaSettings), setMfaPreference(pool)),
    AdminUserGlobalSignOut: forUser(pool, userInput, (user) => pool.signIns.revokeAll(user.sub)),
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

function createUser(pool: Pool, input: CreateInput): User {
  assertEmail(input.Username, 'Username should be an email.');
  if (pool.users.find(input.Username)) {
    throw new ServiceError('UsernameExistsException', 'User account already exists');
  }
  const sub = randomUUID();
  const now = new Date(pool.now()).toISOString();
  const temporary = input.TemporaryPassword ?? createTemporaryPassword();
  assertPasswordAllowed(temporary);
  const user: User = {
    sub,
    enabled: true,
    attributes: {
      email_verified: 'false',
      ...Object.fromEntries(input.UserAttributes.map(({ Name, Value }) => [Name, Value])),
      email: input.Username,
    },
    createdAt: now,
    modifiedAt: now,
    ...passwordState(pool, sub, temporary, false),
  };
  pool.users.save(user);
  return user;
}

function passwordState(pool: Pool, sub: string, password: string, permanent: boolean) {
  const verifier = createVerifier({ poolName: pool.name, userId: sub }, password);
  return { status: permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD', password: verifier } as const;
}

function setPassword(pool: Pool, user: User, password: string, permanent: boolean): void {
  assertPasswordAllowed(password);
  saveUser(pool, { ...user, ...passwordState(pool, user.sub, password, permanent) });
  pool.lockout.clear(user.sub);
}

function assertPool(pool: Pool, id: string): void {
  if (id === pool.id) return;
  throw new ServiceError('ResourceNotFoundException', `User pool ${id} does not exist.`);
}

function requireUser(pool: Pool, name: string): User {
  const user = pool.users.find(name);
  if (!user) throw new ServiceError('UserNotFoundException', 'User does not exist.');
  return user;
}

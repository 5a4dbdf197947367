import * as z from 'zod';
import { ServiceError } from '../json-service.ts';

const userSchema = z.object({
  sub: z.string(),
  enabled: z.boolean(),
  status: z.enum(['CONFIRMED', 'FORCE_CHANGE_PASSWORD']),
  /** By Cognito's names, without `sub`; every value is text, also `email_verified`. */
  attributes: z.record(z.string(), z.string()).and(z.object({ email: z.string() })),
  password: z.object({ salt: z.string(), verifier: z.string() }),
  totp: z
    .object({
      secret: z.string(),
      /** Whether sign-in asks for it (the user's preference). */
      enabled: z.boolean(),
      /** The time step of the last code used: a code counts once. */
      lastStep: z.number(),
    })
    .optional(),
  /** Shown to the user, not yet confirmed by a first code. */
  pendingTotpSecret: z.string().optional(),
  createdAt: z.iso.datetime(),
  modifiedAt: z.iso.datetime(),
});

export type User = z.infer<typeof userSchema>;

export const parseUser = (document: string): User => userSchema.parse(JSON.parse(document));

export const attributeList = z.array(z.object({ Name: z.string(), Value: z.string().max(2048).default('') }));
export function assertEmail(text: string, message: string): void {
  if (!/^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text)) throw new ServiceError('InvalidParameterException', message);
}

/** `{ Name, Value }` pairs as the API answers them, `sub` first. */
export function listAttributes(user: User): { Name: string; Value: string }[] {
  return Object.entries({ sub: user.sub, ...user.attributes }).map(([Name, Value]) => ({ Name, Value }));
}

/** The user as AdminCreateUser answers it; dates are seconds since 1970. */
export function describeUser(user: User) {
  return {
    Username: user.sub,
    Attributes: listAttributes(user),
    UserCreateDate: Date.parse(user.createdAt) / 1000,
    UserLastModifiedDate: Date.parse(user.modifiedAt) / 1000,
    Enabled: user.enabled,
    UserStatus: user.status,
  };
}

export function describeMfa(user: User) {
  return user.totp?.enabled
    ? { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'], PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' }
    : {};
}

/** `o***@w***`, as CodeDeliveryDetails shows where a code went. */
export function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  return `${name.charAt(0)}***@${domain.charAt(0)}***`;
}

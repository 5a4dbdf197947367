import * as z from 'zod';
import { ServiceError } from '../json-service.ts';
import { type Pool, saveUser } from './pool.ts';
import type { User } from './user.ts';

const setting = z.object({ Enabled: z.boolean().default(false) }).optional();

/** What SetUserMFAPreference and its twin for the service role take. */
export const mfaSettings = { SoftwareTokenMfaSettings: setting, SMSMfaSettings: setting, EmailMfaSettings: setting };

type MfaSettings = { [Name in keyof typeof mfaSettings]?: z.output<(typeof mfaSettings)[Name]> };

/** Sets whether sign-in asks for a code of the user's authenticator app; there must be one to turn it on. */
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

import * as z from 'zod';
import { onboardingSteps } from '#domain/organizations/onboarding.endpoints.ts';
import { roles } from '#domain/shared/access/roles.ts';
import { secondFactorPolicies } from '#domain/shared/access/second-factor.ts';
import { NotificationPreferences } from '#domain/team/notification-preferences.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';

export const organizationSchema = storedSchema({
  kind: 'organization',
  shape: 1,
  schema: z.object({
    id: z.string(),
    name: z.string(),
    /** Missing in older records: optional, and version 1. */
    second_factor: z.enum(secondFactorPolicies).optional(),
    version: z.number().optional(),
    month_report_mail: z.boolean().optional(),
    // Loose, because writes require the stored value to be unchanged.
    onboarding: z
      .looseObject({ completed_at: z.string().nullable(), done: z.array(z.enum(onboardingSteps)) })
      .optional(),
  }),
});
export type Organization = z.output<typeof organizationSchema.schema>;

export const profileSchema = storedSchema({
  kind: 'profile',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    funeral_home_id: z.string(),
    sub: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    role: z.enum(roles),
    status: z.enum(['active', 'deactivated']),
    created_at: z.string(),
    /** Sign-ins up to this second (since 1970) have ended: the password, authenticator app or role changed. */
    sessions_since: z.number().optional(),
    /** The last day of work (`dayOfWork`) with a call; absent before the first. */
    last_seen_on: z.string().optional(),
    phone: z.string().nullish(),
    title: z.string().nullish(),
    license_number: z.string().nullish(),
  }),
});
export type Profile = z.output<typeof profileSchema.schema>;

export const subjectSchema = storedSchema({
  kind: 'sign-in',
  shape: 1,
  schema: z.object({ organization_id: z.string(), profile_id: z.string() }),
});
export type Subject = z.output<typeof subjectSchema.schema>;

export const preferencesSchema = storedSchema({
  kind: 'preferences',
  shape: 1,
  schema: z.object({
    preferences: z.looseObject({
      visibleSections: z.array(z.string()),
      essentialSections: z.array(z.string()).optional(),
      viewMode: z.string(),
      recentlyUsedSections: z.array(z.string()),
    }),
    list_views: z.record(z.string(), z.array(z.object({ name: z.string(), query: z.string() }))).optional(),
    notifications: NotificationPreferences.partial().optional(),
  }),
});
export type Preferences = z.output<typeof preferencesSchema.schema>;

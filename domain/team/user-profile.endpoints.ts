import * as z from 'zod';
import { essentialSections, isSectionId } from '#domain/cases/sections/section-definitions.ts';
import { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { roles } from '#domain/shared/access/roles.ts';
import { secondFactorStates } from '#domain/shared/access/second-factor.ts';
import { endpoint } from '#domain/shared/contract/endpoint.ts';
import { pathParams } from '#domain/shared/contract/ids.ts';
import { Instant } from '#domain/shared/contract/wire.ts';
import { personName } from '#domain/shared/values/person-name.ts';
import { phoneNumber } from '#domain/shared/values/phone.ts';
import { optionalText, required } from '#domain/shared/values/required.ts';
import { singleLineText } from '#domain/shared/values/text.ts';
import { ListViews } from './list-views.ts';
import { NotificationPreferences } from './notification-preferences.ts';

const knownOnly = (ids: string[]): string[] => [...new Set(ids)].filter(isSectionId);

/** Unknown modes become essential, unknown sections are dropped, and essential sections are always visible (D2 §3). */
export const CaseFormPreferences = z.object({
  visibleSections: z
    .array(z.string().max(40))
    .max(50)
    .overwrite((ids) => knownOnly([...essentialSections, ...ids])),
  essentialSections: z
    .array(z.string().max(40))
    .max(50)
    .overwrite(() => [...essentialSections])
    .optional(),
  viewMode: z
    .string()
    .max(20)
    .overwrite((mode) => (mode === 'all' ? 'all' : 'essential')),
  recentlyUsedSections: z.array(z.string().max(40)).max(50).overwrite(knownOnly),
});
export type CaseFormPreferences = z.output<typeof CaseFormPreferences>;

export const defaultCaseFormPreferences: CaseFormPreferences = {
  visibleSections: [...essentialSections],
  essentialSections: [...essentialSections],
  viewMode: 'essential',
  recentlyUsedSections: [],
};

export const UserProfile = z.object({
  id: z.uuid(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  role: z.enum(roles),
  status: z.enum(['active', 'deactivated']),
  phone: z.string().nullable(),
  title: z.string().nullable(),
  license_number: z.string().nullable(),
  funeral_home: z.uuid(),
  created_at: Instant,
});
export type UserProfile = z.output<typeof UserProfile>;

export const CurrentUser = UserProfile.extend({
  organization_id: z.uuid(),
  organization_name: z.string(),
  funeral_home_details: FuneralHome,
  permissions: z.array(z.string()),
  case_form_preferences: CaseFormPreferences,
  list_views: ListViews,
  /** Administrators are led to the set-up until it is done. */
  onboarding_completed: z.boolean(),
  /** Whether sign-in requires an authenticator app, and whether this session has used it. */
  second_factor: z.enum(secondFactorStates),
});
export type CurrentUser = z.output<typeof CurrentUser>;

/** License number: 4 to 20 letters, digits, hyphens (D2 §5). */
const licenseNumber = singleLineText('License number', 20).regex(
  /^[\p{L}\d-]{4,20}$/u,
  'License number must be 4 to 20 letters, digits, and hyphens',
);

export const ProfileChange = z.object({
  first_name: required(personName('First name', { minLength: 1 }), 'First name is required').optional(),
  last_name: required(personName('Last name', { minLength: 1 }), 'Last name is required').optional(),
  phone: optionalText(phoneNumber),
  title: optionalText(singleLineText('Title', 100)),
  license_number: optionalText(licenseNumber),
});
export type ProfileChange = z.output<typeof ProfileChange>;

export const Preferences = z.object({
  case_form_preferences: CaseFormPreferences,
  list_views: ListViews,
  notifications: NotificationPreferences,
});

export const userProfileEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/customers/user-profiles/',
    permission: 'profile:read',
    summary: 'List staff profiles by name',
    response: z.object({
      count: z.number().int(),
      next: z.null(),
      previous: z.null(),
      results: z.array(UserProfile),
    }),
  }),
  currentUser: endpoint({
    method: 'GET',
    path: '/api/customers/user-profiles/current_user/',
    permission: 'profile:read',
    summary: 'Get the signed-in user with location and permissions',
    allowedBeforeMfa: true,
    response: CurrentUser,
  }),
  getPreferences: endpoint({
    method: 'GET',
    path: '/api/customers/user-profiles/preferences/',
    permission: 'profile:read',
    summary: "Get the user's preferences: case form layout, saved list filters and notifications",
    response: Preferences,
  }),
  changePreferences: endpoint({
    method: 'PATCH',
    path: '/api/customers/user-profiles/preferences/',
    permission: 'profile:edit',
    summary: 'Update preferences. Saved filters are replaced per list',
    body: z.object({
      case_form_preferences: CaseFormPreferences.partial().optional(),
      list_views: ListViews.optional(),
      notifications: NotificationPreferences.partial().optional(),
    }),
    response: Preferences,
  }),
  replacePreferences: endpoint({
    method: 'PUT',
    path: '/api/customers/user-profiles/preferences/',
    permission: 'profile:edit',
    summary: 'Replace the case form preferences, with or without the `case_form_preferences` wrapper',
    body: z.union([CaseFormPreferences, Preferences.pick({ case_form_preferences: true })]),
    response: Preferences,
  }),
  completeOnboarding: endpoint({
    method: 'POST',
    path: '/api/customers/user-profiles/complete_onboarding/',
    permission: 'onboarding:edit',
    summary: "Mark the organization's setup as finished",
    response: CurrentUser,
    auditActions: ['onboarding.completed'],
    events: ['onboarding.changed'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/customers/user-profiles/{id}/',
    permission: 'profile:read',
    summary: 'Read one profile',
    params: pathParams.profile,
    response: UserProfile,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/customers/user-profiles/{id}/',
    permission: 'profile:edit',
    policy: 'profile:edit',
    summary: 'Update your own profile or that of a member you manage',
    params: pathParams.profile,
    body: ProfileChange,
    response: UserProfile,
    auditActions: ['profile.updated'],
    events: ['profile.updated'],
  }),
} as const;

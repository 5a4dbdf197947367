import { can, type Role } from '#domain/access/roles.ts';

/** Why somebody cannot change a home. */
export const homeMessages = {
  notYours: 'You can only change your own funeral home.',
  notAllowed: 'Only owners and administrators change funeral homes.',
} as const;

/**
 * What stands in the way of changing a home, in words; undefined when nothing does. Owners change every home of the
 * organization, administrators their own (D1 §6; the permission table decides about the other roles).
 */
export const whyNotEditable = ({ role, homeId }: { role: Role; homeId: string }, id: string): string | undefined => {
  if (!can({ role }, 'home:edit')) return homeMessages.notAllowed;
  return role === 'super_admin' || homeId === id ? undefined : homeMessages.notYours;
};

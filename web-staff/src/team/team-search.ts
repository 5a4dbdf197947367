import { roleLabels } from '#domain/shared/access/roles.ts';
import type { TeamMember } from '#domain/team/team.endpoints.ts';

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The members in whose name, address, role or home every word of the search stands. */
export const matching = (members: readonly TeamMember[], search: string): TeamMember[] => {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return members.filter((member) => {
    const text = folded(`${member.full_name} ${member.email} ${roleLabels[member.role]} ${member.funeral_home_name}`);
    return words.every((word) => text.includes(word));
  });
};

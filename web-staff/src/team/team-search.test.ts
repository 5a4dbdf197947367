import { describe, expect, it } from 'vitest';
import type { TeamMember } from '#domain/team/team.endpoints.ts';
import { matching } from './members-list.tsx';

const member = (full_name: string, email: string, role: TeamMember['role'], funeral_home_name: string): TeamMember =>
  ({ id: email, full_name, email, role, funeral_home_name }) as Partial<TeamMember> as TeamMember;

const team = [
  member('Tomás Ibarra', 'admin@example.com', 'funeral_home_admin', 'Northside Chapel'),
  member('Marcus Ames', 'director@example.com', 'funeral_director', 'Whitcomb & Ames'),
];
const found = (search: string) => matching(team, search).map(({ full_name }) => full_name);

describe('matching', () => {
  it.each([
    ['', ['Tomás Ibarra', 'Marcus Ames']],
    ['tomas', ['Tomás Ibarra']],
    ['IBARRA administrator', ['Tomás Ibarra']],
    ['northside', ['Tomás Ibarra']],
    ['director@', ['Marcus Ames']],
    ['marcus northside', []],
  ])('finds with the search %o the members %o', (search, names) => {
    expect(found(search)).toEqual(names);
  });
});

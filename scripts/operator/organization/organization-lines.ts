import { onboardingSteps } from '#domain/organizations/onboarding.endpoints.ts';
import { allEndpoints } from '#domain/registry/endpoints.ts';
import { roles } from '#domain/shared/access/roles.ts';
import { archivesOf } from '#functions/exports/repository.ts';
import { imports } from '#functions/imports/repository.ts';
import { operatorWork, organizationAt } from '#functions/organizations/create-organization.ts';
import {
  createOrganizationRepository,
  type Organization,
  type Profile,
  policyOf,
} from '#functions/organizations/repository/organizations.ts';
import { currentUsage } from '#functions/platform/api/limits.ts';
import { createConnectionRepository, type Partner } from '#functions/platform/partners/partner-connections.ts';
import { batchHead } from '#functions/platform/store/audit/audit-proof.ts';
import { verificationProgress } from '#functions/platform/store/audit/audit-verify.ts';
import { type Keys, keysOf, unsentShards } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { unsentRows } from '#functions/platform/store/transactions/outbox.ts';
import { createTeamRepository, type InvitationRecord } from '#functions/team/repository/team.ts';
import { circuitLines } from '../circuits/circuits.command.ts';

const partners: readonly Partner[] = ['docuseal', 'quickbooks', 'google-calendar'];
const maxWaiting = 1000;

const tally = (values: readonly string[]): string => {
  const counts = Map.groupBy(values, (value) => value);
  return [...counts].map(([value, { length }]) => `${length} ${value}`).join(', ') || 'none';
};

const setUpLine = ({ onboarding }: Organization): string => {
  if (onboarding?.completed_at) return `completed ${onboarding.completed_at.slice(0, 10)}`;
  return `${onboarding?.done.length ?? 0} of ${onboardingSteps.length} steps`;
};

const peopleLines = (members: readonly Profile[], invitations: readonly InvitationRecord[], now: Date): string[] => {
  const active = members.filter(({ status }) => status === 'active');
  const byRole = roles.flatMap((role) => active.filter((profile) => profile.role === role).map(() => role));
  const waiting = invitations.filter(({ status }) => status === 'pending');
  const open = waiting.filter(({ expires_at_instant }) => expires_at_instant > now.toISOString());
  return [
    `Members: ${tally(byRole)}; ${members.length - active.length} deactivated`,
    `Mail of members goes to: ${tally(active.map(({ email }) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()))}`,
    `Invitations: ${open.length} open, ${waiting.length - open.length} whose link has ended, ${open.filter(({ sent_at }) => !sent_at).length} not mailed yet`,
  ];
};

const connectionLines = async (table: Table, keys: Keys): Promise<string[]> => {
  const connections = createConnectionRepository(table, keys);
  const lines = partners.map(async (partner) => {
    const [all, heard] = await Promise.all([connections.all(partner), connections.heard(partner)]);
    if (all.length === 0) return [`${partner}: not connected`];
    const last = heard.received_at ? `; last heard ${heard.received_at}` : '';
    return all.map(({ service, connected_at, oauth, is_further }) => {
      const ended = oauth?.ended_at ? `; ended by the partner ${oauth.ended_at}` : '';
      const until = oauth ? `; renewable until ${oauth.refresh_expires_at}` : '';
      const which = is_further ? ', a further company' : '';
      return `${partner}: connected ${connected_at} (${service}${which})${ended || until}${last}`;
    });
  });
  return (await Promise.all(lines)).flat();
};

const waitingLine = async (table: Table, organizationId: string, now: Date): Promise<string> => {
  const own = keysOf(organizationId).outbox('', '').pk;
  const shards = await Promise.all(
    Array.from({ length: unsentShards }, (_, shard) => unsentRows(table, shard, { before: now, limit: maxWaiting })),
  );
  const rows = shards.flat().filter(({ key }) => key.pk.startsWith(own));
  const oldest = rows.map(({ position }) => position.split('#')[0] ?? '').sort()[0];
  // A shard holds items of several organizations: after this many it is incomplete.
  if (shards.some((shard) => shard.length >= maxWaiting))
    return `${rows.length} or more not sent on: so many wait that not all were looked at`;
  return rows.length ? `${rows.length} not sent on, the oldest since ${oldest}` : 'all are sent on';
};

const workLines = async (table: Table, keys: Keys): Promise<string[]> => {
  const [latest, kept] = await Promise.all([
    imports.in(table, keys).latest(),
    archivesOf(table, keys.organizationId).all(),
  ]);
  return [
    ...latest.slice(0, 3).map(({ id, kind, state, counts, brought, line_count }) => {
      const { new: fresh, known, doubtful, refused } = counts;
      const found = `${fresh} new, ${known} known, ${doubtful} doubtful, ${refused} refused`;
      return `Import ${id}: ${kind}, ${state}, ${line_count} lines (${found}), ${brought} brought in`;
    }),
    ...kept.slice(0, 3).map(({ state, asked_at, ready_at }) => {
      return `Archive of everything: asked for ${asked_at}, ${state}${ready_at ? ` since ${ready_at}` : ''}`;
    }),
  ];
};

const limitLines = async (table: Table, organizationId: string, homeIds: readonly string[], now: Date) => {
  const endpoints = allEndpoints().map(({ endpoint }) => endpoint);
  const used = await Promise.all([
    currentUsage(table, endpoints, { by: 'organization', about: organizationId, now }),
    ...homeIds.map((about) => currentUsage(table, endpoints, { by: 'home', about, now })),
  ]);
  return used.flat().map(({ what, used: n, max, seconds }) => `${what}: ${n} of ${max} in ${seconds / 60} minutes`);
};

const auditLines = async (table: Table, organizationId: string): Promise<string[]> => {
  const [{ sequence, through }, { verifiedAt }] = await Promise.all([
    batchHead(table, organizationId),
    verificationProgress(table, organizationId),
  ]);
  return [
    sequence
      ? `Batch ${sequence} is the last that is sealed, through ${through.split('#')[0]}`
      : 'Nothing is sealed yet',
    verifiedAt ? `Verified last at ${verifiedAt}` : 'Not verified yet',
  ];
};

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length ? ['', title, ...lines.map((line) => `  ${line}`)] : [];

/** Shows nothing that families or members entered. The audit entry is written before anything is read. */
export const organizationLines = async (table: Table, slug: string, now: Date): Promise<string[]> => {
  const { organization } = await organizationAt(table, slug);
  const { id } = organization;
  const keys = keysOf(id);
  await operatorWork(table, id, now).audit('operator.looked', id).step();
  const team = createTeamRepository(table, keys);
  const [homes, members, invitations] = await Promise.all([
    createOrganizationRepository(table, keys).homes(),
    team.members(),
    team.invitations(),
  ]);
  return [
    `${organization.name} (${id})`,
    `Set-up: ${setUpLine(organization)}. Second factor: ${policyOf(organization)}.`,
    ...section(
      'Homes',
      homes.map((home) => `/${home.slug}: ${home.time_zone}, reports to ${home.notification_emails.length} addresses`),
    ),
    ...section('People', peopleLines(members, invitations, now)),
    ...section('Connections', await connectionLines(table, keys)),
    ...section('Partners', await circuitLines(table, id, now)),
    ...section('Events', [await waitingLine(table, id, now)]),
    ...section('Imports and archives', await workLines(table, keys)),
    ...section(
      'Limits in use',
      await limitLines(
        table,
        id,
        homes.map((home) => home.id),
        now,
      ),
    ),
    ...section('Audit trail', await auditLines(table, id)),
  ];
};

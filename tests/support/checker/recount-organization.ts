import { homeSchema } from '#functions/organizations/repository/homes.ts';
import { createOrganizationRepository, type Profile } from '#functions/organizations/repository/organizations.ts';
import { keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import type { Item, Key, Table } from '#functions/platform/store/table.ts';
import { signatureTemplateSchema, uniquenessKeys } from '#functions/signatures/repository/signature-templates.ts';
import type { InvitationCard, InvitationRecord } from '#functions/team/repository/team.ts';

const idOf = ({ pk, sk }: Key): string => `${pk} | ${sk}`;
const organizationOf = ({ pk }: Key): string => pk.split('#')[1] ?? '';
const text = (value: object): string => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
// Building writes does not read.
const noTable = undefined as unknown as Table;

/** Every current or former address of a location leads to it with its data. */
function* homes(items: readonly Item[], byId: ReadonlyMap<string, Item>): Generator<string> {
  const expected = new Map<string, Item>();
  for (const item of items.filter((item) => /^T#[^#]+#HOMES \| HOME#/.test(idOf(item)))) {
    const stored = homeSchema.parse(item);
    const card = byId.get(idOf(sharedKeys.homeCard(stored.id)));
    const home = { ...stored, logo_url: (card?.logo_url as string | null | undefined) ?? null };
    if (home.organization_id !== organizationOf(item)) yield `${idOf(item)}: belongs to ${home.organization_id}`;
    const keys = keysOf(home.organization_id);
    for (const write of createOrganizationRepository(noTable, keys).putHome(home))
      if ('put' in write && /^(SLUG|CARD)#/.test(write.put.pk)) expected.set(idOf(write.put), write.put);
  }
  for (const [id, card] of expected) {
    const item = byId.get(id);
    if (!item || text(item) !== text(card)) yield `${id}: does not say what its home says`;
  }
  for (const item of items.filter(({ pk, sk }) => /^(SLUG|CARD)#/.test(pk) && !sk.startsWith('FORM')))
    if (!expected.has(idOf(item))) yield `${idOf(item)}: leads to no home`;
}

/** Every member has their own sign-in, and every sign-in a member. Each organization has an owner. */
function* members(items: readonly Item[], byId: ReadonlyMap<string, Item>): Generator<string> {
  const subjects = new Set<string>();
  const owned = new Map<string, boolean>();
  for (const item of items.filter((item) => /^T#[^#]+#PROFILES \| PROFILE#/.test(idOf(item)))) {
    const { sub, organization_id: organization, id, role, status, funeral_home_id } = item as Item & Profile;
    const subject = idOf(sharedKeys.subject(sub));
    subjects.add(subject);
    const found = byId.get(subject);
    if (
      found?.profile_id !== id ||
      found.organization_id !== organizationOf(item) ||
      found.organization_id !== organization
    )
      yield `${idOf(item)}: its sign-in leads elsewhere`;
    if (!byId.has(idOf(keysOf(organization).home(funeral_home_id)))) yield `${idOf(item)}: its home is missing`;
    owned.set(organization, owned.get(organization) || (role === 'super_admin' && status === 'active'));
  }
  for (const item of items.filter(({ pk }) => pk.startsWith('SUB#')))
    if (!subjects.has(idOf(item))) yield `${idOf(item)}: sign-in of nobody`;
  for (const [organization, isOwned] of owned) if (!isOwned) yield `organization ${organization}: nobody owns it`;
}

const cardStatusOf = { pending: 'open', accepted: 'accepted', cancelled: 'cancelled' } as const;

function* invitations(items: readonly Item[], byId: ReadonlyMap<string, Item>): Generator<string> {
  const links = new Set<string>();
  const holders = new Set<string>();
  const found = items.filter((item) => /^T#[^#]+#INVITATIONS \| INVITATION#/.test(idOf(item)));
  const everybody = found as (Item & InvitationRecord)[];
  const now = new Date().toISOString();
  // A newer invitation after expiry reserves the address.
  const isOver = ({ pk, email, expires_at_instant: end }: Item & InvitationRecord): boolean =>
    end <= now || everybody.some((other) => other.pk === pk && other.email === email && other.created_at >= end);
  for (const invitation of everybody) {
    const item: Item = invitation;
    const { email, status, token_hash, organization_id } = invitation;
    const address = idOf(keysOf(organization_id).invited(email));
    const holds = byId.get(address)?.invitation_id === invitation.id;
    if (holds) holders.add(address);
    if (holds && status !== 'pending') yield `${idOf(item)}: ${status}, and still holds its address`;
    if (!holds && status === 'pending' && !isOver(invitation)) yield `${idOf(item)}: does not hold its address`;
    if (!token_hash) continue;
    const link = idOf(sharedKeys.invite(token_hash));
    links.add(link);
    const card = byId.get(link) as (Item & InvitationCard) | undefined;
    if (card && card.status !== cardStatusOf[status]) yield `${link}: ${card.status}, the invitation is ${status}`;
    if (!card && status === 'pending') yield `${idOf(item)}: its link leads nowhere`;
  }
  for (const item of items.filter(({ pk }) => pk.startsWith('INVITE#')))
    if (!links.has(idOf(item))) yield `${idOf(item)}: link of no invitation`;
  for (const item of items.filter(({ pk }) => /^T#[^#]+#INVITED#/.test(pk)))
    if (!holders.has(idOf(item))) yield `${idOf(item)}: held by nobody`;
}

/** No two templates share a name or a DocuSeal template. */
function* templates(items: readonly Item[], byId: ReadonlyMap<string, Item>): Generator<string> {
  const owners = new Map<string, string>();
  for (const item of items.filter((item) => /^T#[^#]+#SIGNTEMPLATES \| TEMPLATE#/.test(idOf(item)))) {
    const template = signatureTemplateSchema.parse(item);
    for (const held of uniquenessKeys(keysOf(template.organization_id), template).map(idOf)) {
      if (owners.has(held)) yield `${idOf(item)}: has what another template has, ${held}`;
      owners.set(held, template.id);
      const holder = byId.get(held)?.template_id ?? template.id;
      if (holder !== template.id) yield `${held}: held by ${holder}, ${template.id} has it`;
    }
  }
  for (const item of items.filter((item) => /^T#[^#]+#SIGNTEMPLATES \| HELD#/.test(idOf(item))))
    if (!owners.has(idOf(item))) yield `${idOf(item)}: held by a template that does not have it`;
}

/** Recomputes data derived from locations, members, invitations and templates, and returns differences. */
export function* recountOrganization(items: readonly Item[]): Generator<string> {
  const byId = new Map(items.map((item) => [idOf(item), item]));
  yield* homes(items, byId);
  yield* members(items, byId);
  yield* invitations(items, byId);
  yield* templates(items, byId);
}

import type { CaseStatus } from '#domain/cases/case.schema.ts';
import {
  type CaseChange,
  type CaseInput,
  computeCaseChange,
  sectionsWithoutEmbeddedDraft,
} from '#domain/cases/case-change.ts';
import type { CaseStage } from '#domain/cases/case-conditions.ts';
import { caseMessages } from '#domain/cases/case-lifecycle.ts';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { missingByCategory, missingForStage, presentCase } from '#domain/cases/present-case.ts';
import { sectionsWithCoreValues } from '#domain/cases/section-patch.ts';
import type { CaseSectionId } from '#domain/cases/sections/case-sections.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import type { Difference } from '#domain/shared/forms/entries-merge.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { clockOfHome } from '#domain/shared/values/date-time.ts';
import { entriesOrEmpty } from '#domain/statements/fee-sheet.ts';
import { priceListMessages } from '#domain/statements/price-lists/price-list-rules.ts';
import type { CoreChange, StoredCase } from '#functions/cases/repository/cases.ts';
import type { Customers } from '#functions/customers/repository/customer-database.ts';
import { customersOfCase } from '#functions/customers/shared/customers-of-case.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import type { Organizations } from '#functions/organizations/repository/organizations.ts';
import type { SsnEncryptor } from '#functions/platform/adapters/kms.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Work } from '#functions/platform/api/handler.ts';
import { isSame } from '#functions/platform/store/sorted-json.ts';
import type { SealedSsn } from '#functions/ssn/repository.ts';
import type { PlainPriceLists } from '#functions/statements/repository/price-lists.ts';
import { homeFacts } from '../repository/case-record.ts';

const naming = ['fee_details', 'fee_lines', 'cash_advances'] as const;
/** Each version costs a read. */
const maxVersions = 12;

interface Named {
  field: string;
  list: string;
  version: string;
  item: string;
}

const namedIn = (fees: Values): Named[] =>
  naming.flatMap((field) =>
    entriesOrEmpty(fees[field]).flatMap(({ price_list, price_list_version, price_list_item: item }) =>
      item ? [{ field, list: asString(price_list), version: asString(price_list_version), item: asString(item) }] : [],
    ),
  );

const nameOf = ({ list, version, item }: Named): string => [list, version, item].join('\n');

/**
 * Rejects invented price list items, which would grow the home's yearly sum by item beyond its limit. Items that the
 * case already names stay, even in another home.
 */
const assertItemsOnPriceList = async (
  priceLists: PlainPriceLists,
  homeIds: readonly string[],
  { before, next }: { before: Values | undefined; next: Values | undefined },
): Promise<void> => {
  if (!next) return;
  const knownNames = new Set(namedIn(before ?? {}).map(nameOf));
  const addedNames = namedIn(next).filter((entry) => !knownNames.has(nameOf(entry)));
  const byVersion = Map.groupBy(addedNames, ({ version }) => version);
  if (byVersion.size > maxVersions) throw refusal(addedNames);
  const unknown = await Promise.all(
    [...byVersion].map(async ([version, ofVersion]) => {
      const storedLists = version ? await Promise.all(homeIds.map((homeId) => priceLists.find(homeId, version))) : [];
      const items = new Set(storedLists.flatMap((list) => list?.items.map(({ id }) => `${list.kind} ${id}`) ?? []));
      return ofVersion.filter(({ list, item }) => !items.has(`${list} ${item}`));
    }),
  );
  if (unknown.flat().length) throw refusal(unknown.flat());
};

const refusal = (refusedNames: readonly Named[]) =>
  invalid(Object.fromEntries(refusedNames.map(({ field }) => [field, [priceListMessages.notListed]])));

interface ChangeContext {
  db: { customers: Customers; organizations: Organizations; plainPriceLists: PlainPriceLists };
  work: Work<'customer.created' | 'customer.linked' | 'customer.unlinked', 'customer.created' | 'customer.updated'>;
  ssnEncryptor: SsnEncryptor;
  actor: Actor;
  now: Date;
}

/** An edit of a case ready to be written. Its writes of customers are already in the unit of work. */
interface CaseEdit {
  core: CoreChange;
  sections: ReadonlyMap<CaseSectionId, Record<string, unknown>>;
  changes: ReadonlyMap<CaseSectionId, readonly Difference[]>;
  sealed: SealedSsn | undefined;
  home: PlainHome;
}

const noHome = 'Please select a valid assigned location';

const homeOf = async (homes: Pick<Organizations, 'plainHome'>, id: string, name = 'location'): Promise<PlainHome> => {
  const home = await homes.plainHome(id);
  if (!home) throw invalid({ [name]: [noHome] });
  return home;
};

export interface JudgedCase {
  change: CaseChange;
  before: PlainHome;
}

/** Validates a patch of a case at a status, by today's date at the home it will belong to. */
export const validateCase = async (
  { db, now }: Pick<ChangeContext, 'db' | 'now'>,
  { core, sections }: StoredCase,
  input: CaseInput,
  stage: CaseStage,
): Promise<JudgedCase> => {
  const before = await homeOf(db.organizations, core.funeral_home_id);
  const storedSections = sectionsWithCoreValues({ ...core, funeral_home_name: '' }, sections);
  const judge = (home: PlainHome) =>
    computeCaseChange(storedSections, input, {
      today: todayIn(home.time_zone, now),
      stage,
      clock: clockOfHome(home, now),
    });
  const change = judge(before);
  const to = asString(change.sections.get('service')?.elsewhere.location);
  const home = to && to !== before.id ? await db.organizations.plainHome(to) : undefined;
  return { change: home ? judge(home) : change, before };
};

/** Prepares a validated patch for writing, with the SSN, home and customers. Throws 400 with the errors. */
export const prepareCaseEdit = async (
  context: ChangeContext,
  { core, sections }: StoredCase,
  { change, before }: JudgedCase,
): Promise<CaseEdit> => {
  const { db, ssnEncryptor, actor } = context;
  if (Object.keys(change.errors).length) throw invalid(change.errors);
  const elsewhere: Record<string, unknown> = {};
  for (const section of change.sections.values()) Object.assign(elsewhere, section.elsewhere);
  const home = elsewhere.location
    ? await homeOf(db.organizations, String(elsewhere.location), change.aliases.get('location'))
    : before;
  await assertItemsOnPriceList(db.plainPriceLists, [...new Set([home.id, before.id])], {
    before: sections.servicesFees?.values,
    next: change.sections.get('servicesFees')?.values,
  });
  const ssn = elsewhere.social_security_number;
  const sealed = ssn ? await ssnEncryptor.seal(actor.organizationId, String(ssn)) : undefined;
  const sectionValues = new Map([...change.sections].map(([id, { values }]) => [id, values]));
  const customers = await tied(context, core, sectionValues, change.newCustomers);
  return {
    core: {
      ...(home.id === core.funeral_home_id ? {} : { funeral_home_id: home.id, ...homeFacts(home) }),
      ...(sealed ? { ssn_id: sealed.ssn_id, ssn_last4: sealed.last4 } : {}),
      ...(customers ? { customers } : {}),
    },
    // A section that changes only outside its values, such as by an SSN, also gets a new version.
    sections: new Map(
      [...sectionValues].filter(
        ([id, values]) =>
          id === 'informant' ||
          Object.keys(change.sections.get(id)?.elsewhere ?? {}).length > 0 ||
          !isSame(values, sections[id]?.values ?? {}),
      ),
    ),
    changes: new Map([...change.sections].map(([id, { changes }]) => [id, changes])),
    sealed,
    home,
  };
};

/** Creates new customers and links those of the informant section; undefined if nothing changes. */
const tied = async (
  context: ChangeContext,
  core: StoredCase['core'],
  sectionValues: Map<CaseSectionId, Record<string, unknown>>,
  newCustomers: readonly number[],
) => {
  const sent = sectionValues.get('informant');
  if (!sent) return undefined;
  const newContact = { informant: sent, chosen: newCustomers };
  const { informant, customers } = await customersOfCase(context, core.id, core.customers, newContact);
  sectionValues.set('informant', informant);
  return isSame(customers, core.customers) ? undefined : customers;
};

export const caseAnswer = ({ core, sections }: StoredCase, homeName: string): Case =>
  presentCase({ ...core, funeral_home_name: homeName }, sections);

export const applyCaseEdit = (
  { core, sections }: StoredCase,
  edit: Pick<CaseEdit, 'core' | 'sections'>,
  now: Date,
): StoredCase => {
  const at = now.toISOString();
  const changed = [...edit.sections].map(([id, values]): [CaseSectionId, StoredCase['sections'][string]] => [
    id,
    { version: (sections[id]?.version ?? 0) + 1, updated_at: at, values },
  ]);
  return {
    core: { ...core, ...edit.core, version: core.version + 1, updated_at: at },
    sections: { ...sections, ...Object.fromEntries(changed) },
  };
};

/** Throws 400 with each missing field for a status: its message, and its label by section (D2 §4, D1 §8). */
export const assertNothingMissing = ({ core, sections }: StoredCase, status: CaseStatus): void => {
  const known = sectionsWithoutEmbeddedDraft(sectionsWithCoreValues({ ...core, funeral_home_name: '' }, sections));
  // Whether a field is required does not depend on the day.
  const missing = missingForStage(known, { today: core.created_at.slice(0, 10), stage: status });
  if (missing.length === 0) return;
  throw new AppError('invalid', {
    detail: caseMessages.missingFields,
    fields: Object.fromEntries(missing.map(({ field, message }) => [field, [message]])),
    extra: { missing_fields_by_category: missingByCategory(missing) },
  });
};

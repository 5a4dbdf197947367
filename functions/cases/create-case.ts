import { v7 as uuid } from 'uuid';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { caseMessages } from '#domain/cases/case-lifecycle.ts';
import { isMeaningful, personOfCase } from '#domain/cases/case-validation.ts';
import type { NewCase } from '#domain/cases/case-wire.schema.ts';
import { firstCallMessages } from '#domain/first-calls/first-call.sections.ts';
import { hasPermission } from '#domain/shared/access/roles.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { homeFacts } from '#functions/cases/repository/case-record.ts';
import { type CaseRecord, cases, type StoredCase } from '#functions/cases/repository/cases.ts';
import { customers } from '#functions/customers/repository/customer-database.ts';
import { type FirstCallRecord, firstCalls } from '#functions/first-calls/repository/first-calls.ts';
import { markConverted } from '#functions/first-calls/shared/become-case.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { ssnEncryptor } from '#functions/platform/api/dependencies.ts';
import { type ContextOf, handler } from '#functions/platform/api/handler.ts';
import { ssn } from '#functions/ssn/repository.ts';
import { priceListsReadOnly } from '#functions/statements/repository/price-lists.ts';
import {
  applyCaseEdit,
  assertNothingMissing,
  caseAnswer,
  prepareCaseEdit,
  validateCase,
} from './shared/change-case.ts';
import { numberFor, withNumber } from './shared/create-case.ts';
import { withContact } from './shared/remove-case.ts';

const needs = {
  cases,
  customers,
  firstCalls,
  organizations,
  plainPriceLists: priceListsReadOnly,
  ssn,
  ssnEncryptor,
};
type Context = ContextOf<typeof caseEndpoints.create, typeof needs>;

const sourceOf = async ({ db, actor }: Context, id: string): Promise<FirstCallRecord> => {
  if (!hasPermission(actor, 'first-call:convert')) throw new AppError('forbidden');
  const sheet = await db.firstCalls.find(id);
  if (!sheet) throw invalid({ source_first_call_id: ['Invalid first call selection'] });
  if (sheet.case_id) throw new AppError('conflict', { detail: firstCallMessages.editTheCase });
  return sheet;
};

const emptyCase = ({ actor, now }: Context, status: CaseRecord['status'], sheet?: FirstCallRecord): StoredCase => {
  const at = now.toISOString();
  return {
    core: {
      id: uuid({ msecs: now.getTime() }),
      organization_id: actor.organizationId,
      case_number: '',
      status,
      version: 0,
      created_at: at,
      updated_at: at,
      created_by_id: actor.id,
      created_by_name: actor.name,
      funeral_home_id: sheet?.funeral_home_id ?? actor.homeId,
      source_submission_id: null,
      source_first_call_id: sheet?.id ?? null,
      ssn_id: sheet?.ssn_id ?? null,
      ssn_last4: sheet?.ssn_last4 ?? null,
      paid_cents: 0,
      customers: {},
    },
    sections: {},
  };
};

const open = async (context: Context, sent: NewCase, status: 'draft' | 'active', manual: string | undefined) => {
  const { db, work, now } = context;
  const sheet = sent.source_first_call_id ? await sourceOf(context, sent.source_first_call_id) : undefined;
  const empty = emptyCase(context, status, sheet);
  // Missing fields of an active case are all reported below; this validates what was sent.
  const judged = await validateCase(context, empty, await withContact(db.customers, sent), status);
  const edit = await prepareCaseEdit(context, empty, judged);
  const { case_number, counted } = await numberFor(db.cases, edit.home, manual, now);
  const editedCase = applyCaseEdit(
    {
      ...empty,
      core: { ...empty.core, case_number, ...homeFacts(edit.home), opened_on: todayIn(edit.home.time_zone, now) },
    },
    edit,
    now,
  );
  const sections = Object.fromEntries(Object.entries(editedCase.sections).map(([id, { values }]) => [id, values]));
  if (!edit.sealed && !isMeaningful(sections)) throw invalid({ non_field_errors: [caseMessages.emptyDraft] });
  if (status === 'active') assertNothingMissing(editedCase, status);
  const { id } = editedCase.core;
  if (sheet) markConverted(context, sheet, editedCase.core);
  const possible_duplicates = await db.cases.alike(personOfCase(sections), id);
  work
    .add(db.cases.create(editedCase.core, { deceased: {}, ...sections }), edit.sealed && db.ssn.put(edit.sealed))
    .hint(counted)
    .audit('case.created', id, [{ field: 'case_number', from: null, to: case_number }])
    .announce('case.created', id, { case_id: id, funeral_home_id: edit.home.id });
  // Consumers of events find both steps, as if a draft had been activated.
  if (status === 'active')
    work
      .audit('case.activated', id, [{ field: 'status', from: 'draft', to: 'active' }])
      .announce('case.activated', id, { case_id: id });
  return work.finish({ ...caseAnswer(editedCase, edit.home.name), possible_duplicates });
};

export const createCase = handler(caseEndpoints.create, needs, ({ body }, context) => {
  const { status = 'draft' } = body;
  if (status !== 'draft' && status !== 'active') throw invalid({ status: ['A new case must be a draft or active'] });
  const manual = body.case_number_manual_override || undefined;
  return context.work.attempt(() => withNumber(manual, () => open(context, body, status, manual)));
});

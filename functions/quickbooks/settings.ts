import type * as z from 'zod';
import { quickBooksEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import { QuickBooksSettings, type QuickBooksSettingsChange } from '#domain/quickbooks/quickbooks.schema.ts';
import {
  accountPurposes,
  invoiceParts,
  offeredAccounts,
  proposedAccounts,
  type QuickBooksRecord,
  quickBooksMessages,
} from '#domain/quickbooks/quickbooks-records.ts';
import { type FieldErrors, invalid } from '#domain/shared/contract/errors.ts';
import { homesReadOnly } from '#functions/organizations/repository/homes.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { conflictError } from '#functions/platform/api/strip-to-schema.ts';
import { changesBetween } from '#functions/platform/store/audit/audit-log.ts';
import { quickBooks } from './client/adapters.ts';
import { isForRealm, quickBooksSettings } from './repository/postings.ts';
import { chartOfAccounts, requireCompany, todayAt } from './shared/company.ts';

export const readSettings = handler(
  quickBooksEndpoints.settings,
  { quickBooksSettings, plainHomes: homesReadOnly, quickBooks },
  async ({ query }, { db, actor, now, quickBooks: companies }) => {
    const connected = await companies.of(actor.organizationId, query.company);
    const kept = await db.quickBooksSettings.settings(connected ? connected.further : query.company);
    if (kept && (!connected || isForRealm(kept, connected.realmId))) return { ...kept, is_saved: true };
    const company = connected ?? (await requireCompany(companies, actor.organizationId, query.company));
    const [accounts, start_date] = await Promise.all([
      chartOfAccounts(db.quickBooksSettings, company, now),
      todayAt(db.plainHomes, actor, now),
    ]);
    return {
      ...proposedAccounts(accounts),
      classes: false,
      tax: 'own_line' as const,
      start_date,
      is_saved: false,
      version: kept?.version ?? 0,
    };
  },
);

const assertOffered = (
  body: z.output<typeof QuickBooksSettingsChange>,
  accounts: readonly QuickBooksRecord<'Account'>[],
): void => {
  const errors: FieldErrors = {};
  const look = (field: string, of: Parameters<typeof offeredAccounts>[0], id: string | null): void => {
    if (id !== null && !offeredAccounts(of, accounts).some(({ Id }) => Id === id))
      errors[field] = [quickBooksMessages.accountUnknown];
  };
  for (const part of invoiceParts) look(`parts.${part}`, part, body.parts[part]);
  for (const purpose of accountPurposes) look(purpose, purpose, body[purpose]);
  if (Object.keys(errors).length) throw invalid(errors);
};

export const saveSettings = handler(
  quickBooksEndpoints.saveSettings,
  { quickBooksSettings, plainHomes: homesReadOnly, quickBooks },
  async ({ query, body }, { db, work, actor, now, quickBooks: companies }) => {
    const organizationId = actor.organizationId;
    const company = await requireCompany(companies, organizationId, query.company);
    const [accounts, today] = await Promise.all([
      chartOfAccounts(db.quickBooksSettings, company, now),
      todayAt(db.plainHomes, actor, now),
    ]);
    assertOffered(body, accounts);
    return work.attempt(
      () => db.quickBooksSettings.settings(company.further),
      async (before) => {
        if ((before?.version ?? 0) !== body.version)
          throw conflictError(quickBooksEndpoints.saveSettings, {
            current: before ? { ...before, is_saved: true } : null,
          });
        const next = {
          ...body,
          // Choosing accounts must not send earlier payments, nor use a day chosen for another company.
          start_date: (before && isForRealm(before, company.realmId) && before.start_date) || today,
          organization_id: organizationId,
          realm: company.realmId,
          version: body.version + 1,
          updated_at: now.toISOString(),
        };
        return work
          .add(db.quickBooksSettings.putSettings(before, next, company.further))
          .audit('accounting.settings_changed', organizationId, changesBetween(before ? flat(before) : {}, flat(next)))
          .announce('accounting-connection.changed', organizationId, { organization_id: organizationId })
          .finish({ ...next, is_saved: true });
      },
    );
  },
);

const besideParts = QuickBooksSettings.omit({ parts: true }).keyof().options;

/** Returns the settings for the history, with parts and other accounts side by side. */
const flat = (settings: QuickBooksSettings): Record<string, unknown> => ({
  ...settings.parts,
  ...Object.fromEntries(besideParts.map((name) => [name, settings[name]])),
});

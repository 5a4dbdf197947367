import { accountingEndpoints } from '#domain/quickbooks/accounting.endpoints.ts';
import { accountingMessages } from '#domain/quickbooks/accounting-messages.ts';
import { invalid, notFound } from '#domain/shared/contract/errors.ts';
import { homesReadOnly } from '#functions/organizations/repository/homes.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { connections } from '#functions/platform/partners/partner-connections.ts';
import { accounting } from '#functions/quickbooks/repository/accounting.ts';

/** A home keeps its books in this company from now on; what is booked already stays where it is, with all that comes to it. */
export const chooseCompany = handler(
  accountingEndpoints.chooseCompany,
  { accounting, connections, plainHomes: homesReadOnly },
  async ({ params: { id }, body: { company } }, { db, work, actor: { organizationId }, now }) => {
    const [home, all] = await Promise.all([db.plainHomes.plainHome(id), db.connections.all('quickbooks')]);
    if (!home) throw notFound();
    const chosen = all.find(({ oauth }) => oauth?.subject === company);
    if (company !== null && !chosen) throw invalid({ company: [accountingMessages.companyUnknown] });
    const nameOf = (number: string | undefined): string =>
      all.find(({ oauth, is_further }) => (number === undefined ? !is_further : oauth?.subject === number))?.account ??
      number ??
      '';
    return work.attempt(
      () => db.accounting.homes(),
      async (before) => {
        const { [id]: own, ...others } = before?.homes ?? {};
        const next = chosen?.is_further ? chosen.oauth?.subject : undefined;
        if (own === next) return work.finish({ success: true as const });
        const record = {
          ...{ organization_id: organizationId, version: (before?.version ?? 0) + 1, updated_at: now.toISOString() },
          homes: next === undefined ? others : { ...others, [id]: next },
          apart: [...new Set([...(before?.apart ?? []), ...[own ?? [], next ?? []].flat()])],
        };
        return work
          .add(db.accounting.putHomes(before, record))
          .audit('accounting.company_chosen', organizationId, [
            { field: 'company', from: `${home.name}: ${nameOf(own)}`, to: `${home.name}: ${nameOf(next)}` },
          ])
          .announce('accounting-connection.changed', organizationId, { organization_id: organizationId })
          .finish({ success: true as const });
      },
    );
  },
);

import { accountingEndpoints } from '#domain/quickbooks/accounting.endpoints.ts';
import { quickBooks } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { connections } from '#functions/platform/partners/partner-connections.ts';
import { requestedCompany } from './shared/company-from-request.ts';

/** Ends the connection here whatever QuickBooks says, and there as well where it answers. Twice is once. */
export const disconnect = handler(
  accountingEndpoints.disconnect,
  { connections, quickBooks },
  async ({ query }, { db, work, actor, quickBooks: companies }) => {
    const organizationId = actor.organizationId;
    // First there: afterwards nobody can open the token.
    const { further } = await requestedCompany(db.connections, query.company);
    await companies.revoke(organizationId, further).catch(() => undefined);
    return work.attempt(
      async () => (await requestedCompany(db.connections, query.company)).connection,
      async (before) => {
        if (!before) return work.finish({ success: true });
        return work
          .add(db.connections.remove(before))
          .audit('accounting.disconnected', organizationId, [{ field: 'company', from: before.account, to: null }])
          .announce('accounting-connection.changed', organizationId, { organization_id: organizationId })
          .finish({ success: true });
      },
    );
  },
);

import { accountingEndpoints } from '#domain/accounting/accounting.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { quickBooks } from '#functions/kernel/provisions.ts';
import { connections } from '#functions/records/partner-connections.ts';

const partner = 'quickbooks';

/** Ends the connection here whatever QuickBooks says, and there as well where it answers. Twice is once. */
export const disconnect = handler(
  accountingEndpoints.disconnect,
  { connections, quickBooks },
  async (_, { db, work, actor, quickBooks: companies }) => {
    const organizationId = actor.organizationId;
    // First there: afterwards nobody can open the token.
    await companies.revoke(organizationId).catch(() => undefined);
    return work.attempt(
      () => db.connections.find(partner),
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

import { quickBooksEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import { quickBooksMessages } from '#domain/quickbooks/quickbooks-records.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { handler } from '#functions/platform/api/handler.ts';
import {
  connections,
  type createConnectionRepository,
  oauthStates,
  type PartnerConnection,
  quickBooksWebhookToken,
} from '#functions/platform/partners/partner-connections.ts';
import { PartnerError, PermanentError } from '#functions/platform/store/partners/circuit.ts';
import { type QuickBooksConnector, quickBooksConnector, quickBooksEncryptor } from './client/adapters.ts';
import type { QuickBooksTokens } from './client/quickbooks-oauth.ts';
import { type QuickBooksSettingsRepository, quickBooksSettings } from './repository/postings.ts';
import { accountsCacheName, additionalCompanySuffix, requestedCompany } from './shared/company.ts';

const partner = 'quickbooks';
const badRequest = (detail: string): AppError => new AppError('invalid', { detail });

const exchangeCode = async (
  connector: QuickBooksConnector,
  code: string,
  realmId: string,
): Promise<{ tokens: QuickBooksTokens; name: string }> => {
  const oauth = await connector.open();
  if (!oauth) throw new AppError('conflict', { detail: quickBooksMessages.notSetUp });
  try {
    const tokens = await oauth.exchange(code);
    // The browser names the company, so the tokens must open it.
    const { CompanyName } = await connector.at(realmId, tokens.access_token).info();
    return { tokens, name: CompanyName };
  } catch (error) {
    if (error instanceof PermanentError || (error instanceof PartnerError && error.message === '3100'))
      throw badRequest(quickBooksMessages.codeUnknown);
    if (error instanceof PartnerError) throw new AppError('conflict', { detail: quickBooksMessages.silent });
    throw error;
  }
};

const oauthOf = (realmId: string, { access_expires_at, refresh_expires_at }: QuickBooksTokens) => ({
  subject: realmId,
  access_expires_at,
  refresh_expires_at,
  claimed_until: null,
  ended_at: null,
});

/**
 * Returns the existing connection of a company, and whether it is an additional one. Throws 409 for another company
 * than the connected one, unless the user adds it.
 */
const companyToConnect = async (
  db: {
    quickBooksSettings: Pick<QuickBooksSettingsRepository, 'homes'>;
    connections: Pick<ReturnType<typeof createConnectionRepository>, 'find'>;
  },
  { realmId, state }: { realmId: string; state: string },
) => {
  const [{ connection, further }, kept] = await Promise.all([
    requestedCompany(db.connections, realmId),
    db.quickBooksSettings.homes(),
  ]);
  // A connected company is reconnected, whatever the user chose.
  const first = connection ?? (further && (await db.connections.find(partner)));
  if (first && !connection && !state.endsWith(additionalCompanySuffix))
    throw new AppError('conflict', { detail: quickBooksMessages.otherCompany });
  // A company of some homes never becomes the first one, in whatever order they reconnect.
  const isOwn = Object.values(kept?.homes ?? {}).includes(realmId);
  return { before: connection, is_further: further !== undefined && (first !== undefined || isOwn) };
};

/** The state can be used once; the same company may be connected again. */
export const completeConnection = handler(
  quickBooksEndpoints.exchange,
  { quickBooksSettings, connections, oauthStates, partnerEncryptor: quickBooksEncryptor, quickBooksConnector },
  async ({ body }, { db, work, actor, now, partnerEncryptor: encryptor, quickBooksConnector: connector }) => {
    const organizationId = actor.organizationId;
    const by = { partner, profileId: actor.id, session: actor.session };
    const refused = () => badRequest(quickBooksMessages.stateUnknown);
    await work.add(await db.oauthStates.use(body.state, by, now, refused)).step();
    const { tokens, name } = await exchangeCode(connector, body.code, body.realmId);
    const sealed = await encryptor.seal({ organizationId, partner, part: 'access' }, JSON.stringify(tokens));
    return work.attempt(
      () => companyToConnect(db, body),
      async ({ before, is_further }) => {
        const at = now.toISOString();
        const next: PartnerConnection = {
          organization_id: organizationId,
          partner,
          version: 1,
          service: connector.environment,
          account: name,
          sealed: { access: sealed, webhook: null },
          webhook_token: quickBooksWebhookToken(body.realmId),
          oauth: oauthOf(body.realmId, tokens),
          is_further,
          connected_at: at,
          connected_by_name: actor.name,
          updated_at: at,
        };
        return work
          .add(db.connections.put(before, next, quickBooksMessages.companyTaken))
          .add(db.quickBooksSettings.forgetAnswers([accountsCacheName(body.realmId)]))
          .audit('accounting.connected', organizationId, [
            { field: 'company', from: before?.account ?? null, to: name },
          ])
          .announce('accounting-connection.changed', organizationId, { organization_id: organizationId })
          .finish({ connected: true as const, company_name: name, realm_id: body.realmId, is_first: !is_further });
      },
    );
  },
);

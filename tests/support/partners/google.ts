import { areas } from '#domain/registry/endpoints.ts';
import type { Profile } from '#functions/organizations/repository/organizations.ts';
import type { Harness } from '#tests/support/harness.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const rows = areas['calendar-integration'];

export const signInAtGoogle = async (harness: Pick<Harness, 'call'>, as: Profile) => {
  const { state } = succeeded(await harness.call(rows.auth, { as })).body;
  return { code: 'code', state: String(state) };
};
export const connectGoogle = async (harness: Pick<Harness, 'call'>, as: Profile) =>
  succeeded(await harness.call(rows.callback, { as, body: await signInAtGoogle(harness, as) })).body;

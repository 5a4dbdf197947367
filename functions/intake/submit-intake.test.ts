import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { siteverifyBotCheck } from '#functions/platform/adapters/bot-check.ts';
import { keysOf, sharedKeys } from '#functions/platform/store/keys.ts';
import { startBotCheck } from '#local/partners/bot-check.ts';
import { scanTable, tableDigest } from '#tests/support/checker/recount.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { readSubmission, reportDeath } from '#tests/support/records/reports.ts';

const { submit } = areas.intake;
const nonField = { non_field_errors: ['Please fill in all required fields'] };
const ssnMissing = 'SSN is required for adults (or check "SSN to follow")';

const { harness, tenant } = await startHarnessWithTenant();

const post = (changes: Record<string, unknown> = {}) =>
  harness.call(submit, { body: { ...exampleIntake(), ...changes } });

describe('the day of a death', () => {
  it('uses the home’s day, which late in the evening is not that of UTC', async () => {
    const [today, tomorrow] = ['2026-11-21', '2026-11-22'];
    vi.spyOn(harness.state, 'now').mockImplementation(() => new Date('2026-11-22T04:00:00Z'));
    onTestFinished(() => void vi.restoreAllMocks());
    expect((await post({ date_of_death: tomorrow })).body).toEqual({
      date_of_death: ['Date of death cannot be in the future'],
    });
    expect((await post({ date_of_birth: tomorrow, date_of_death: tomorrow })).body).toMatchObject({
      date_of_birth: ['Date of birth cannot be in the future'],
    });
    expect((await post({ date_of_death: today })).status).toBe(201);
  });
});

describe('a cemetery by its documented names', () => {
  const address = {
    cemetery_street: '1 Georgia Rd',
    cemetery_city: 'Valdosta',
    cemetery_state: 'GA',
    cemetery_zip: '31601',
  };
  it('keeps another address, and fills a missing one from the list', async () => {
    const elsewhere = await reportDeath(harness, tenant, { ...address, cemetery_name: 'live oak memorial gardens ' });
    expect(await readSubmission(harness, tenant, elsewhere.id)).toMatchObject({
      ...{ ...address, cemetery_choice: 'other', cemetery_name: 'live oak memorial gardens' },
    });
    const none = { cemetery_street: '', cemetery_city: '', cemetery_state: '', cemetery_zip: '' };
    const { id } = await reportDeath(harness, tenant, { ...none, cemetery_name: 'riverbend mausoleum' });
    expect(await readSubmission(harness, tenant, id)).toMatchObject({
      cemetery_choice: 'riverbend',
      cemetery_name: 'Riverbend Mausoleum',
      cemetery_street: '77 Riverbend Way',
      cemetery_country: 'USA',
    });
  });
});

describe('a rejected report', () => {
  let before: string;
  beforeAll(async () => {
    before = await tableDigest(harness.client, harness.tableName);
  });
  afterAll(async () => {
    expect(await tableDigest(harness.client, harness.tableName)).toBe(before);
  });

  it('returns a message for each error', async () => {
    const errors = { deceased_last_name: '', race: ['other'], death_state: 'ZZ', social_security_number: '' };
    const answer = await post({ ...errors, ssn_last4: '4320', ssn_id: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      social_security_number: [ssnMissing],
      deceased_last_name: ['Last name is required'],
      race_other_specify: ['Specify other race is required'],
      death_state: ['Please select a valid US state'],
      ...nonField,
    });
  });
});

describe('the bot check', () => {
  const refusal = { detail: 'Failed to submit. Please try again or call us directly.' };
  const using = async (config = {}) => {
    const verifier = await startBotCheck({ port: 0 });
    const settings = { verifyUrl: `${verifier.url}/siteverify`, secret: 'local', minScore: 0.5, ...config };
    harness.state.botCheck = siteverifyBotCheck(async () => settings);
    return verifier;
  };
  afterEach(() => {
    harness.state.botCheck = undefined;
  });

  it('rejects a failed, a low-scored, an old and a used token', async () => {
    const verifier = await using();
    const minted = await fetch(`${verifier.url}/mint`, { method: 'POST', body: '{}' });
    const { token } = (await minted.json()) as { token: string };
    expect((await post({ recaptcha_token: token })).status).toBe(201);
    const before = await tableDigest(harness.client, harness.tableName);
    for (const used of ['fail', 'low', 'expired', 'browser-error', 'never-minted', token]) {
      const answer = await post({ recaptcha_token: used });
      expect([answer.status, answer.body]).toEqual([400, refusal]);
    }
    expect(await tableDigest(harness.client, harness.tableName)).toBe(before);
    await verifier.close();
  });

  it('spends no token on a report that is rejected anyway', async () => {
    let asked = 0;
    harness.state.botCheck = { verify: async () => ({ ...harness.state.verdict, score: ++asked }) };
    await post({ weight: '' });
    await post({ funeral_home_slug: 'nobody-knows' });
    expect(asked).toBe(0);
  });

  it('marks a report and accepts it if the check is unavailable', async () => {
    const verifier = await using();
    await verifier.close();
    const { id } = await reportDeath(harness, tenant);
    expect(await readSubmission(harness, tenant, id)).toMatchObject({ bot_check: 'unverified' });
    const stored = await harness.table.get(keysOf(tenant.id).submission(id));
    expect(stored?.bot_check).toEqual({
      verdict: 'unverified',
      score: null,
      hostname: null,
      error_codes: ['unreachable'],
    });
  });

  it('stores the verdict and never the token', async () => {
    const verifier = await using();
    const minted = await fetch(`${verifier.url}/mint`, { method: 'POST', body: JSON.stringify({ score: 0.7 }) });
    const { token } = (await minted.json()) as { token: string };
    const { id } = await reportDeath(harness, tenant, { recaptcha_token: token });
    await verifier.close();
    const stored = await harness.table.get(keysOf(tenant.id).submission(id));
    expect(stored?.bot_check).toEqual({ verdict: 'verified', score: 0.7, hostname: '127.0.0.1', error_codes: [] });
    expect(JSON.stringify(await scanTable(harness.client, harness.tableName))).not.toContain(token);
  });
});

describe('an accepted report', () => {
  it('returns thanks, a reference and a token of which only the hash is stored', async () => {
    const answer = await post();
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      message: 'Thank you. We have received your information and will contact you shortly.',
      reference: expect.stringMatching(/^R-[2-9B-Z]{4}-[2-9B-Z]{4}$/),
      status_token: expect.stringMatching(/^[2-9B-Z]{5}-[2-9B-Z]{5}$/),
    });
    const status = await harness.table.get(sharedKeys.reportStatus(String(answer.body.reference)));
    expect(JSON.stringify(status)).not.toContain(String(answer.body.status_token));
  });

  it('S-04 ignores values that the server decides', async () => {
    const forged: object = {
      ...{ id: 'x', reference: 'R-0000-0000', organization_id: 'other', funeral_home_id: 'other', version: 9 },
      ...{
        status: 'converted',
        created_at: '2000-01-01T00:00:00.000Z',
        contacted_by_name: 'Forged',
        case_number: 'X-1',
      },
      ...{ ssn_id: 'forged', ssn_last4: '0000', bot_check: 'refused', pk: 'T#other', gsi1pk: 'X', expires_at: 1 },
    };
    const { id } = await reportDeath(harness, tenant, forged);
    const stored = await harness.table.get(keysOf(tenant.id).submission(id));
    for (const [field, value] of Object.entries(forged)) expect(stored?.[field], field).not.toEqual(value);
    expect(Object.keys(stored?.form as object).filter((field) => field in forged)).toEqual([]);
    expect(stored).toMatchObject({ organization_id: tenant.id, status: 'new', version: 1, ssn_last4: '4320' });
  });

  it('stores every answer, with the SSN apart', async () => {
    const { id } = await reportDeath(harness, tenant);
    const { funeral_home_slug: _, recaptcha_token: _token, additional_notes, ...sent } = exampleIntake();
    expect(await readSubmission(harness, tenant, id)).toMatchObject({
      ...sent,
      special_requests: additional_notes,
      cemetery_choice: 'other',
      informant_phone: '9045550142',
      social_security_number: 'XXX-XX-4320',
      status: 'new',
      version: 1,
      bot_check: 'verified',
    });
  });

  it('R-05 leaves the table in agreement with itself', async () => {
    expect(await harness.recount()).toEqual([]);
  });
});

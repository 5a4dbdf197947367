import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { scanTable } from '#tests/support/checker/recount.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesHandedIn } from '#tests/support/records/case-imports.ts';
import { exampleIntake } from '#tests/support/records/example-intake.ts';
import { linesOf, stepped } from '#tests/support/records/imports.ts';
import { examplePayment } from '#tests/support/records/payments.ts';
import { readSubmission, reportDeath, succeeded } from '#tests/support/records/reports.ts';

const { intake, submissions, cases } = areas;

/** As typed, digits only, with spaces, and encoded. */
const formsOf = (ssn: string): string[] => {
  const digits = ssn.replaceAll('-', '');
  return [ssn, digits, ssn.replaceAll('-', ' ')].flatMap((text) => [
    text,
    ...[0, 1, 2].map((shift) =>
      Buffer.from(`${'x'.repeat(shift)}${text}`)
        .toString('base64')
        .slice(shift && 4, -4),
    ),
    Buffer.from(text).toString('hex'),
    encodeURIComponent(text),
    [...text].reverse().join(''),
  ]);
};

const first = '987-65-4327';
const second = '987-65-4328';
const wrong = '900-999-12';
/** Check numbers: received, corrected, refunded, and rejected. */
const checks = ['KQ-77120934-ZX', 'KQ-77120935-ZX', 'KQ-77120936-ZX'] as const;
const wrongCheck = '#KQ-77120937-ZX';
const secrets = [first, second, ...checks].flatMap(formsOf);
const family = {
  deceased_first_name: 'Canarius',
  deceased_last_name: 'Serinus',
  informant_first_name: 'Fringilla',
  submitter_phone: '9045550163',
  submitter_email: 'gelbvogel@example.org',
  informant_email: 'gelbvogel@example.org',
  informant_phone: '9045550164',
  certificate_recipient: 'Volierenweg 7, Palatka',
};
const token = 'bot-token-kanarienvogel-4711';
const key = 'idempotency-key-kanarienvogel';

const { harness, tenant } = await startHarnessWithTenant('whitcomb-ames', {
  keepsStream: true,
  chaos: { seed: 'canaries', rates: { conflict: 0, throttle: 0, reset: 0, lostAnswer: 0 } },
});

describe('canaries after a full workflow and failures of every step', () => {
  let statusToken: string;
  let revealed: string;
  let revealedCheck: string;
  const payByCheck = async (caseId: string, broken: Error): Promise<void> => {
    const as = tenant.profiles.funeral_director;
    const { cipher } = harness.state;
    const { payments } = areas;
    const record = (check_number: string) => {
      const body = examplePayment({ case: caseId, payment_method: 'check', check_number });
      return harness.call(payments.record, { as, body, headers: { 'idempotency-key': check_number } });
    };
    const params = { id: String(succeeded(await record(checks[0])).body.id) };
    succeeded(await record(checks[0]));
    await record(wrongCheck);
    succeeded(await harness.call(payments.update, { as, params, body: { check_number: checks[1] } }));
    revealedCheck = String(succeeded(await harness.call(areas.ssn.checkNumber, { as, params })).body.check_number);
    const body = { amount: '1.00', payment_method: 'check', check_number: checks[2], reason: 'Too much' };
    succeeded(await harness.call(payments.refund, { as, params, body }));
    harness.state.cipher = { seal: () => Promise.reject(broken), open: () => Promise.reject(broken) };
    await record(checks[2]);
    await harness.call(payments.update, { as, params, body: { check_number: checks[0] } });
    await harness.call(areas.ssn.checkNumber, { as, params });
    harness.state.cipher = cipher;
    await harness.call(payments.list, { as, query: { search: checks[1] } });
  };
  const importNumber = async (broken: Error): Promise<void> => {
    const world = { harness, tenant };
    const columns = ['case_number', 'deceased_last_name', 'ssn', 'kin_phone'] as const;
    const lines = [
      ['CANARY-1', family.deceased_last_name, first, ''],
      ['', family.deceased_last_name, first, first.replaceAll('-', '')],
    ];
    const { id } = await casesHandedIn(world, lines, columns);
    await stepped(world, id, 'look');
    await linesOf(world, id);
    await stepped(world, id, 'run');
    const { cipher } = harness.state;
    harness.state.cipher = { seal: () => Promise.reject(broken), open: () => Promise.reject(broken) };
    await expect(casesHandedIn(world, lines, columns)).rejects.toThrow('500');
    harness.state.cipher = cipher;
  };
  beforeAll(async () => {
    const as = tenant.profiles.super_admin;
    const { cipher } = harness.state;
    const sent = { ...family, social_security_number: first, recaptcha_token: token };
    const post = (changes: object = {}) =>
      harness.call(intake.submit, {
        body: { ...exampleIntake(sent), ...changes },
        headers: { 'idempotency-key': key },
      });
    succeeded(await post());
    succeeded(await post());
    const report = await reportDeath(harness, tenant, { ...sent, social_security_number: first.replaceAll('-', '') });
    statusToken = report.statusToken;
    const { id } = report;
    const params = { id };
    const patch = (body: object) => harness.call(submissions.update, { as, params, body });
    succeeded(await patch({ ...(await readSubmission(harness, tenant, id)), alias: 'Canarius the Elder' }));
    succeeded(await patch({ social_security_number: second }));
    await post({ alias: 'changed under the same key' });
    await post({ social_security_number: wrong });
    await post({ deceased_first_name: '', informant_first_name: 7 });
    await harness.call(intake.submit, { rawBody: `{"social_security_number":"${first}"` });
    await harness.call(intake.submit, { rawBody: JSON.stringify(sent), headers: { 'content-type': 'text/plain' } });
    await harness.call(intake.submit, { rawBody: JSON.stringify({ ...sent, padding: first.repeat(7000) }) });
    await harness.call(intake.checkStatus, { params: { a: first, b: token } });
    await harness.call(intake.funeralHome, { params: { slug: family.submitter_phone } });
    await harness.call(submissions.list, { as, query: { search: family.submitter_email, status: first } });
    succeeded(await harness.call(submissions.list, { as, query: { search: family.submitter_email } }));
    await patch({ social_security_number: wrong, version: 1 });
    await patch({ social_security_number: wrong });
    await harness.call(submissions.get, { as, params: { id: first } });
    await harness.send({ method: 'GET', rawPath: `/api/services/cases/${first}/${token}`, as });
    await harness.call(submissions.list, {
      as: { claims: { sub: first, token_use: 'access', client_id: harness.clientId } },
    });
    const broken = Object.assign(new Error(`cannot seal ${first} of ${family.deceased_last_name}`), {
      name: 'KmsBroken',
    });
    harness.state.cipher = { seal: () => Promise.reject(broken), open: () => Promise.reject(broken) };
    await harness.call(intake.submit, { body: exampleIntake(sent) });
    await patch({ social_security_number: first });
    harness.state.cipher = cipher;
    const { verdict } = harness.state;
    harness.state.botCheck = {
      verify: async () => ({ ...verdict, verdict: 'refused', error_codes: ['invalid-input-response'] }),
    };
    await harness.call(intake.submit, { body: exampleIntake(sent) });
    harness.state.botCheck = { verify: () => Promise.reject(new Error(`verifier took ${token}`)) };
    await harness.call(intake.submit, { body: exampleIntake(sent) });
    harness.state.botCheck = undefined;
    Object.assign(harness.fault?.rates ?? {}, { conflict: 1 });
    await harness.call(intake.submit, { body: exampleIntake(sent) });
    Object.assign(harness.fault?.rates ?? {}, { conflict: 0 });
    const { body } = succeeded(await harness.call(submissions.convertToCase, { as, params, body: {} }));
    const caseRecord = { as, params: { id: String(body.case_id) } };
    succeeded(await harness.call(cases.get, caseRecord));
    revealed = String(succeeded(await harness.call(areas.ssn.retrieve, caseRecord)).body.social_security_number);
    harness.state.cipher = { ...cipher, open: () => Promise.reject(broken) };
    await harness.call(areas.ssn.retrieve, caseRecord);
    harness.state.cipher = cipher;
    await payByCheck(String(body.case_id), broken);
    await importNumber(broken);
    succeeded(await harness.call(cases.auditLog, caseRecord));
    const doomed = await reportDeath(harness, tenant, sent);
    succeeded(await harness.call(submissions.delete, { as, params: { id: doomed.id } }));
  });

  const streamRecords = async (): Promise<string[]> => {
    const { Table } = await harness.client.send(new DescribeTableCommand({ TableName: harness.tableName }));
    const StreamArn = Table?.LatestStreamArn;
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const streams = new DynamoDBStreamsClient({ endpoint: harness.engine.url, region: 'us-east-1', credentials });
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
    const found: string[] = [];
    for (const { ShardId } of StreamDescription?.Shards ?? []) {
      const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' as const };
      let iterator = (await streams.send(new GetShardIteratorCommand(start))).ShardIterator;
      while (iterator) {
        const page = await streams.send(new GetRecordsCommand({ ShardIterator: iterator }));
        found.push(...(page.Records ?? []).map((record) => JSON.stringify(record)));
        iterator = page.Records?.length ? page.NextShardIterator : undefined;
      }
    }
    return found;
  };

  it('S-13 no log line contains family data, a token or a key', () => {
    const log = harness.state.logs.join('\n');
    const canaries = [...Object.values(family), ...secrets, wrong, wrongCheck, token, key, statusToken];
    expect(canaries.filter((canary) => log.includes(canary))).toEqual([]);
    expect(log.toLowerCase()).not.toMatch(/canarius|serinus|fringilla|kanarien/);
    expect(log).not.toMatch(/\b\d{3}-?\d{2}-?\d{4}\b/);
  });

  it('S-13 every line is JSON with request and outcome; failures have their stack', () => {
    expect(harness.state.logs.length).toBeGreaterThan(30);
    const lines = harness.state.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const line of harness.state.logs) expect(line).not.toMatch(/\p{Cc}|\u2028/u);
    for (const { request_id, status } of lines)
      expect([request_id, status]).toEqual([expect.any(String), expect.any(Number)]);
    const failed = lines.filter(({ status }) => status === 500);
    expect(failed.length).toBeGreaterThanOrEqual(3);
    for (const { stack } of failed) expect((stack as string[]).every((line) => line.startsWith('at '))).toBe(true);
    expect(lines.filter(({ status }) => status === 503)).not.toEqual([]);
  });

  it('no item of the table contains a plain SSN or check number', async () => {
    await harness.projected();
    const items = JSON.stringify(await scanTable(harness.client, harness.tableName));
    expect(items).toContain('Canarius');
    expect(secrets.filter((form) => items.includes(form))).toEqual([]);
    expect([revealed, revealedCheck]).toEqual([second, checks[1]]);
  });

  it('no stream record contains a plain SSN or check number', async () => {
    await harness.projected();
    const records = await streamRecords();
    expect(records.length).toBeGreaterThan(60);
    const text = records.join('\n');
    expect(text).toContain('Canarius');
    expect(secrets.filter((form) => text.includes(form))).toEqual([]);
  });

  it('the bot token is nowhere, and events contain only ids', async () => {
    const items = await scanTable(harness.client, harness.tableName);
    expect(JSON.stringify(items)).not.toContain(token);
    expect(JSON.stringify(items)).not.toContain(key);
    const events = JSON.stringify(items.filter(({ stream }) => stream === 'outbox'));
    expect(events).toContain('intake.submitted');
    expect(Object.values(family).filter((value) => events.includes(value))).toEqual([]);
  });

  it('S-13 user input cannot start a log line of its own', async () => {
    const before = harness.state.logs.length;
    const forged = 'x\n{"level":"ERROR","message":"forged"}\r\u2028\u001b[31m';
    const headers = {
      'x-viewer-ip': forged,
      'idempotency-key': forged,
      'user-agent': forged,
      'x-amzn-trace-id': forged,
    };
    await harness.call(intake.submit, { body: exampleIntake({ alias: forged }), headers });
    await harness.call(intake.submit, { body: { ...exampleIntake(), [forged]: forged, weight: '' }, headers });
    await harness.call(intake.funeralHome, { params: { slug: forged }, headers });
    await harness.call(submissions.list, {
      as: { claims: { sub: forged, token_use: forged, client_id: forged } },
      query: { [forged]: forged },
    });
    const lines = harness.state.logs.slice(before);
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(line).not.toMatch(/\p{Cc}|\u2028/u);
      expect(JSON.parse(line)).toMatchObject({ level: 'INFO' });
    }
  });
});

import { it } from 'vitest';
import { areas } from '#domain/contract/endpoints.ts';
import { exampleIntake } from '#tests/support/example-intake.ts';
import { startHarness } from '#tests/support/harness.ts';
import { recount } from '#tests/support/recount.ts';
import { reportDeath } from '#tests/support/reports.ts';
it('stress', async () => {
  for (let seed = 0; seed < 12; seed++) {
    const harness = await startHarness({ chaos: { seed: `s${seed}`, rates: { conflict: 0.05, throttle: 0.05, reset: 0.03, lostAnswer: 0.06 } } });
    const tenant = await harness.addTenant('whitcomb-ames');
    const post = (key: string, changes = {}) => harness.call(areas.intake.submit, { body: exampleIntake(changes), headers: { 'idempotency-key': key } });
    const statuses: number[] = [];
    for (let k = 0; k < 4; k++) statuses.push(...(await Promise.all(Array.from({ length: 30 }, () => post(`k${k}`)))).map((a) => a.status));
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map(() => reportDeath(harness, tenant).catch((e) => (console.log(String(e)), undefined))));
    const conv = await Promise.all(ids.flatMap((one) => one ? [one, one] : []).map((one) => harness.call(areas.submissions.convertToCase, { as: tenant.profiles.super_admin, params: { id: one.id }, body: {} })));
    const problems = await recount(harness.client, harness.tableName);
    console.log(seed, JSON.stringify(harness.fault?.injected), [...new Set(statuses)].join(), conv.map((a) => a.status).join(), problems.slice(0, 5));
    await harness.close();
  }
}, 300000);

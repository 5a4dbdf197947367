import { expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { sharedKeys } from '#functions/platform/store/keys.ts';
import { type Key, Table } from '#functions/platform/store/table.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { draftMails, exampleDraft } from '#tests/support/records/report-drafts.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const { harness, tenant } = await startHarnessWithTenant();

it.each(['key', 'code'] as const)('emails no %s if the draft was deleted after it was read', async (secret) => {
  const kept = await harness.call(areas.intake.keepDraft, { as: 'nobody', body: exampleDraft(tenant) });
  const { draft } = succeeded(kept).body as { draft: string };
  const key = sharedKeys.reportDraft(draft);
  class GoesAway extends Table {
    override async get(wanted: Key) {
      const item = await super.get(wanted);
      if (wanted.pk === key.pk) await super.delete(key);
      return item;
    }
  }
  const by = draftMails({ ...harness, table: new GoesAway(harness.client, harness.tableName) }, tenant);
  expect(await by[secret](draft)).toBe('');
  expect(by.mails).toEqual([]);
  expect(await harness.calmTable.get(key)).toBeUndefined();
});

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { accountingHomesShape, accountingSettingsShape } from '#functions/records/accounting.ts';
import { accountingEntryShape } from '#functions/records/accounting-entries.ts';
import { accountingRunShape } from '#functions/records/accounting-runs.ts';
import { archiveShape } from '#functions/records/archives.ts';
import { calendarFeedShape, feedAddressShape } from '#functions/records/calendar-feeds.ts';
import { caseLinkShape } from '#functions/records/case-link.ts';
import { caseSectionShape, caseShape } from '#functions/records/case-record.ts';
import { copiesShape } from '#functions/records/certificate-copies.ts';
import { mergeShape } from '#functions/records/customer-merges.ts';
import { customerShape, tombstoneShape } from '#functions/records/customer-record.ts';
import { overridesShape } from '#functions/records/deadline-overrides.ts';
import { dueShape } from '#functions/records/deadline-rows.ts';
import { documentShape, documentZipShape } from '#functions/records/document-record.ts';
import { envelopeShape, submissionOwnerShape } from '#functions/records/envelope-record.ts';
import { factShape } from '#functions/records/facts.ts';
import { familyPageShape } from '#functions/records/family-pages.ts';
import { familyReviewShape } from '#functions/records/family-reviews.ts';
import { firstCallShape } from '#functions/records/first-call-record.ts';
import {
  googleEndingShape,
  googleEventShape,
  googleSettingsShape,
  googleSyncShape,
} from '#functions/records/google-calendar.ts';
import { healthShape } from '#functions/records/health.ts';
import { addressLookShape, homeCardShape, homeShape, slugShape } from '#functions/records/homes.ts';
import { importPartShape, importShape } from '#functions/records/imports.ts';
import { invitationCardShape, invitationShape } from '#functions/records/invitation-record.ts';
import { managedFormShape, publishedFormShape } from '#functions/records/managed-forms.ts';
import { monthReportShape } from '#functions/records/month-reports.ts';
import {
  organizationShape,
  preferencesShape,
  profileShape,
  subjectShape,
} from '#functions/records/organization-record.ts';
import { connectionShape, webhookShape } from '#functions/records/partner-connections.ts';
import { paymentShape } from '#functions/records/payment-record.ts';
import { permitsShape } from '#functions/records/permits.ts';
import { priceListShape } from '#functions/records/price-lists.ts';
import { reportDraftShape } from '#functions/records/report-drafts.ts';
import { answerShape, familyViewShape, reportShape } from '#functions/records/report-record.ts';
import { secondFactorShape } from '#functions/records/second-factor.ts';
import { signatureTemplateShape } from '#functions/records/signature-template-record.ts';
import { acceptanceShape, statementShape } from '#functions/records/statement-record.ts';
import { submissionShape } from '#functions/records/submission-record.ts';
import { auditEntryShape } from '#functions/store/audit.ts';
import { rowShape } from '#functions/store/projected.ts';
import type { Item } from '#functions/store/table.ts';

interface Shape {
  kind: string;
  shape: number;
  parse(item: Item): object;
  item(key: { pk: string; sk: string }, record: never): Item;
}
const shapes: readonly Shape[] = [
  ...[firstCallShape, caseShape, caseSectionShape, caseLinkShape, customerShape, tombstoneShape, mergeShape],
  ...[familyPageShape, familyViewShape, familyReviewShape, answerShape],
  ...[submissionShape, reportShape, homeShape, homeCardShape, slugShape, addressLookShape, rowShape, auditEntryShape],
  ...[organizationShape, profileShape, subjectShape, preferencesShape, secondFactorShape],
  ...[invitationShape, invitationCardShape, paymentShape, permitsShape, priceListShape],
  ...[managedFormShape, publishedFormShape, reportDraftShape],
  ...[statementShape, acceptanceShape],
  ...[calendarFeedShape, feedAddressShape, importShape, importPartShape, archiveShape],
  ...[googleSettingsShape, googleSyncShape, googleEventShape, googleEndingShape],
  ...[copiesShape, overridesShape, dueShape, factShape, monthReportShape],
  ...[documentShape, documentZipShape, healthShape],
  ...[
    connectionShape,
    webhookShape,
    accountingSettingsShape,
    accountingHomesShape,
    accountingEntryShape,
    accountingRunShape,
  ],
  ...[signatureTemplateShape, envelopeShape, submissionOwnerShape],
];
const shapeOf = (kind: string): Shape => shapes.find((one) => one.kind === kind) as Shape;

/**
 * Items as releases wrote them, never changed and never taken away: a new shape adds its own. An item without a number
 * is of shape 0, from before there were any.
 */
const kept = z
  .array(
    z.object({
      kind: z.string(),
      item: z.looseObject({ pk: z.string(), sk: z.string(), shape: z.number().optional() }),
    }),
  )
  .parse(JSON.parse(readFileSync(new URL('stored-shapes/items.json', import.meta.url), 'utf8')));

const again = (kind: string, item: Item): Item =>
  shapeOf(kind).item({ pk: item.pk, sk: item.sk }, shapeOf(kind).parse(item) as never);

describe('R-18 what releases have stored', () => {
  it.each(kept)('is read for ever: $kind, shape $item.shape', ({ kind, item }) => {
    const written = again(kind, item);
    expect(written).toMatchObject({ pk: item.pk, sk: item.sk, shape: shapeOf(kind).shape });
    // What was added without a new number has a value that stands for none.
    if (item.shape === shapeOf(kind).shape) expect(written).toMatchObject(item);
  });

  it.each(kept)('is kept whole by the release before, which does not know all of it: $kind', ({ kind, item }) => {
    const newer = { ...item, shape: shapeOf(kind).shape + 1, of_the_next_release: { with: ['parts'] } };
    expect(Object.keys(shapeOf(kind).parse(newer))).not.toContain('of_the_next_release');
    expect(again(kind, newer)).toMatchObject(newer);
  });

  it('has an item here of every kind and every shape', () => {
    const declared = globSync('functions/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') }).flatMap((path) => [
      ...readFileSync(path, 'utf8').matchAll(/storedShape\(\{\s*kind: '([^']+)',\s*shape: (\d+)/g),
    ]);
    expect(declared.map(([, kind]) => kind).sort()).toEqual(shapes.map(({ kind }) => kind).sort());
    const missing = declared.flatMap(([, kind, shape]) =>
      kept.some((one) => one.kind === kind && one.item.shape === Number(shape)) ? [] : [`${kind}, shape ${shape}`],
    );
    expect(missing).toEqual([]);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { accountingHomesShape, accountingSettingsShape } from '#functions/records/accounting/accounting.ts';
import { accountingEntryShape } from '#functions/records/accounting/accounting-entries.ts';
import { accountingRunShape } from '#functions/records/accounting/accounting-runs.ts';
import { archiveShape } from '#functions/records/archives.ts';
import { calendarFeedShape, feedAddressShape } from '#functions/records/calendar/calendar-feeds.ts';
import {
  googleEndingShape,
  googleEventShape,
  googleSettingsShape,
  googleSyncShape,
} from '#functions/records/calendar/google-calendar.ts';
import { caseLinkShape } from '#functions/records/cases/case-link.ts';
import { caseSectionShape, caseShape } from '#functions/records/cases/case-record.ts';
import { copiesShape } from '#functions/records/cases/certificate-copies.ts';
import { overridesShape } from '#functions/records/cases/deadline-overrides.ts';
import { dueShape } from '#functions/records/cases/deadline-rows.ts';
import { permitsShape } from '#functions/records/cases/permits.ts';
import { mergeShape } from '#functions/records/customers/customer-merges.ts';
import { customerShape, tombstoneShape } from '#functions/records/customers/customer-record.ts';
import { documentShape, documentZipShape } from '#functions/records/documents/document-record.ts';
import { familyPageShape } from '#functions/records/families/family-pages.ts';
import { familyReviewShape } from '#functions/records/families/family-reviews.ts';
import { firstCallShape } from '#functions/records/first-calls/first-call-record.ts';
import { healthShape } from '#functions/records/health.ts';
import { importPartShape, importShape } from '#functions/records/imports.ts';
import { factShape } from '#functions/records/insight/facts.ts';
import { monthReportShape } from '#functions/records/insight/month-reports.ts';
import { paymentShape } from '#functions/records/money/payment-record.ts';
import { priceListShape } from '#functions/records/money/price-lists.ts';
import { acceptanceShape, statementShape } from '#functions/records/money/statement-record.ts';
import { addressLookShape, homeCardShape, homeShape, slugShape } from '#functions/records/organizations/homes.ts';
import { managedFormShape, publishedFormShape } from '#functions/records/organizations/managed-forms.ts';
import {
  organizationShape,
  preferencesShape,
  profileShape,
  subjectShape,
} from '#functions/records/organizations/organization-record.ts';
import { connectionShape, webhookShape } from '#functions/records/partners/partner-connections.ts';
import { envelopeShape, submissionOwnerShape } from '#functions/records/signatures/envelope-record.ts';
import { signatureTemplateShape } from '#functions/records/signatures/signature-template-record.ts';
import { reportDraftShape } from '#functions/records/submissions/report-drafts.ts';
import { answerShape, familyViewShape, reportShape } from '#functions/records/submissions/report-record.ts';
import { submissionShape } from '#functions/records/submissions/submission-record.ts';
import { invitationCardShape, invitationShape } from '#functions/records/team/invitation-record.ts';
import { secondFactorShape } from '#functions/records/team/second-factor.ts';
import { auditEntryShape } from '#functions/store/audit/audit.ts';
import { rowShape } from '#functions/store/lists/projected-row.ts';
import type { Item } from '#functions/store/table.ts';

interface Shape {
  kind: string;
  shape: number;
  schema: z.ZodObject;
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

/** The same with something of the next release in it and in every object within that has a declared form. */
const further = (schema: z.ZodType, value: unknown): unknown => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return value === null ? null : further(schema.unwrap() as z.ZodType, value);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((one) => further(schema.element as z.ZodType, one));
  if (!(schema instanceof z.ZodObject)) return value;
  const parts = Object.entries(value as Record<string, unknown>).map(([name, one]) => [
    name,
    further((schema.shape[name] ?? z.unknown()) as z.ZodType, one),
  ]);
  return { ...Object.fromEntries(parts), of_the_next_release: { with: ['parts'] } };
};

describe('R-18 what releases have stored', () => {
  it.each(kept)('is read for ever: $kind, shape $item.shape', ({ kind, item }) => {
    const written = again(kind, item);
    expect(written).toMatchObject({ pk: item.pk, sk: item.sk, shape: shapeOf(kind).shape });
    // What was added without a new number has a value that stands for none.
    if (item.shape === shapeOf(kind).shape) expect(written).toMatchObject(item);
  });

  it.each(kept)('is kept whole by the release before, which does not know all of it: $kind', ({ kind, item }) => {
    const { pk, sk, shape: _shape, ...attributes } = again(kind, item);
    const newer = {
      ...(further(shapeOf(kind).schema, attributes) as typeof attributes),
      pk,
      sk,
      shape: shapeOf(kind).shape + 1,
    };
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

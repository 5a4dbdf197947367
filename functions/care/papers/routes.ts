import { carePaperEndpoints } from '#domain/care/care-papers.endpoints.ts';
import {
  type AboutCare,
  chainPaper,
  custodyReceiptPaper,
  effectReceiptPaper,
  effectsPaper,
  tagsPaper,
} from '#domain/care/care-papers.ts';
import { effectsOf } from '#domain/care/personal-effects.ts';
import { deceasedName } from '#domain/cases/present-case.ts';
import { type Paper, paperFileName } from '#domain/documents/printing/paper.ts';
import type { FileWritten } from '#domain/shared/contract/endpoint.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { createCustodyRepository } from '#functions/care/repository/custody.ts';
import { createEffectRepository } from '#functions/care/repository/personal-effects.ts';
import { createCaseRepository } from '#functions/cases/repository/cases.ts';
import { pdfOf } from '#functions/documents/shared/pdf/pdf-of.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import type { Repository } from '#functions/platform/store/repository.ts';

/** Read-only records for papers about care. */
const printed = {
  grants: ['table:printed', 'table:home-names'],
  in: (table, keys) => {
    const custody = createCustodyRepository(table, keys);
    return {
      async about(caseId: string): Promise<AboutCare> {
        const { core, sections } = await createCaseRepository(table, keys).requireNamed(caseId);
        const home = await createHomeRepository(table, keys).homeOfRecord(core.funeral_home_id);
        const { case_number, updated_at } = core;
        return { case_number, updated_at, name: deceasedName(sections.deceased?.values), home };
      },
      ofCase: custody.ofCase,
      effects: createEffectRepository(table, keys),
    };
  },
} as const satisfies Repository;
const needs = { printed };

const pdfFile = async (what: string, about: AboutCare, paper: Paper): Promise<FileWritten<'application/pdf'>> => ({
  type: 'application/pdf',
  name: paperFileName(what, about.case_number),
  content: await pdfOf(paper),
});

const printTags = handler(carePaperEndpoints.tags, needs, async ({ params: { id }, query }, { db }) => {
  const [about, { subjects }] = await Promise.all([db.printed.about(id), db.printed.ofCase(id)]);
  const current = subjects.filter(({ ended }) => !ended);
  if (current.length === 0) throw notFound();
  return pdfFile('tags', about, tagsPaper(about, current, query.sheet ?? '5163'));
});

const printChain = handler(carePaperEndpoints.chain, needs, async ({ params: { id } }, { db }) => {
  const [about, { subjects }] = await Promise.all([db.printed.about(id), db.printed.ofCase(id)]);
  return pdfFile('chain_of_custody', about, chainPaper(about, subjects));
});

const printReceipt = handler(carePaperEndpoints.custodyReceipt, needs, async ({ params }, { db }) => {
  const { id, subjectId, number } = params;
  const [about, { subjects }] = await Promise.all([db.printed.about(id), db.printed.ofCase(id)]);
  const subject = subjects.find((one) => one.id === subjectId);
  const entry = subject?.entries.find((one) => one.number === Number(number));
  if (!subject || !entry) throw notFound();
  return pdfFile(`receipt_${number}`, about, custodyReceiptPaper(about, subject, entry));
});

const printEffects = handler(carePaperEndpoints.effectsList, needs, async ({ params: { id } }, { db }) => {
  const [about, { entries }] = await Promise.all([db.printed.about(id), db.printed.effects.of(id)]);
  return pdfFile('personal_effects', about, effectsPaper(about, effectsOf(entries)));
});

const printEffectReceipt = handler(carePaperEndpoints.effectReceipt, needs, async ({ params }, { db }) => {
  const { id, receiptId } = params;
  const [about, receipts] = await Promise.all([db.printed.about(id), db.printed.effects.receipts(id)]);
  const receipt = receipts.find((one) => one.id === receiptId);
  if (!receipt) throw notFound();
  return pdfFile('effects_receipt', about, effectReceiptPaper(about, receipt));
});

export const carePaperRoutes = routesOf(carePaperEndpoints, {
  tags: printTags,
  chain: printChain,
  custodyReceipt: printReceipt,
  effectsList: printEffects,
  effectReceipt: printEffectReceipt,
});

import { deceasedName } from '#domain/cases/case-row.ts';
import { paperEndpoints } from '#domain/paper/paper.endpoints.ts';
import { depositReceiptFileName, depositReceiptPaper, receiptFileName, receiptPaper } from '#domain/paper/receipt.ts';
import { parseMoney } from '#domain/values/money.ts';
import { handler } from '#functions/kernel/handler.ts';
import type { StoredCase } from '#functions/records/cases.ts';
import { printed } from '#functions/records/printed.ts';
import { pdfFile } from './pdf-file.ts';

/** Number and name as the case has them now. */
const about = ({ core, sections }: StoredCase) => ({
  case_number: core.case_number,
  deceased_name: deceasedName(sections.deceased?.values),
});

export const printReceipt = handler(paperEndpoints.receipt, { printed }, async ({ params }, { db }) => {
  const entry = await db.printed.payment(params.id);
  const [kase, home] = await Promise.all([db.printed.case(entry.case_id), db.printed.home(entry.funeral_home_id)]);
  return pdfFile(receiptFileName(entry.receipt_number), receiptPaper(entry, about(kase), home));
});

export const printDepositReceipt = handler(paperEndpoints.depositReceipt, { printed }, async ({ query }, { db }) => {
  const [kase, entries] = await Promise.all([db.printed.case(query.case_id), db.printed.ledger(query.case_id)]);
  const { core, sections } = kase;
  const contractTotal = parseMoney(String(sections.financial?.values.contract_total ?? '')) ?? 0;
  const what = { ...about(kase), contractTotal, updatedAt: core.updated_at };
  const paper = depositReceiptPaper(entries, what, await db.printed.home(core.funeral_home_id));
  return pdfFile(depositReceiptFileName(core.case_number), paper);
});

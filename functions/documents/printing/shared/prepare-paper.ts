import { createHash } from 'node:crypto';
import { deceasedName } from '#domain/cases/present-case.ts';
import {
  casePaper,
  casePaperFileName,
  firstCallPaper,
  firstCallPaperFileName,
  labelsFileName,
  labelsPaper,
} from '#domain/documents/printing/case-papers.ts';
import { cremationPacket, cremationPacketFileName } from '#domain/documents/printing/cremation-packet.ts';
import type { ArchivedPrintout, Paper } from '#domain/documents/printing/paper.ts';
import {
  depositReceiptFileName,
  depositReceiptPaper,
  receiptFileName,
  receiptPaper,
} from '#domain/documents/printing/receipt.ts';
import {
  type PriceListOfStatement,
  statementFileName,
  statementPaper,
} from '#domain/documents/printing/statement-paper.ts';
import {
  priceListFileName,
  priceListPaper,
  worksheetFileName,
  worksheetPaper,
} from '#domain/documents/printing/worksheet-paper.ts';
import { priceListCaptions } from '#domain/statements/price-lists/price-list-rules.ts';
import type { StoredCase } from '#functions/cases/repository/cases.ts';
import type { Printed } from '#functions/documents/repository/print-sources.ts';
import { contractOf } from '#functions/payments/receivables/shared/assignment-values.ts';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';
import { itemsOf, printedOf } from '#functions/statements/price-lists/shared/present-price-list.ts';
import type { StatementRecord } from '#functions/statements/repository/statements.ts';
import { requireStatement, statusOf } from '#functions/statements/shared/present-statement.ts';

export const listsOfStatement = async (
  db: Pick<Printed, 'priceLists'>,
  { content, funeral_home_id }: StatementRecord,
): Promise<PriceListOfStatement[]> => {
  const used = new Set(content.parts.flatMap(({ lines }) => lines.map(({ price }) => price?.version)));
  const lists = used.size > 1 || !used.has(undefined) ? await db.priceLists(funeral_home_id) : [];
  return lists
    .filter(({ id }) => used.has(id))
    .map(({ kind, effective_from }) => ({ caption: priceListCaptions[kind], effective_from }));
};

/** A new timestamp without other changes does not make a new paper. */
const notPrinted = new Set(['asOf']);

/** Returns the series and key of a paper: one series per record, one key per content. */
export const printoutKey = (
  { paper: kind, of }: { paper: ArchivedPrintout; of: string },
  paper: Paper,
): { series: string; key: string } => ({
  series: `${kind} ${of}`,
  key: createHash('sha256').update(sortedJson(paper, notPrinted)).digest('hex'),
});

export interface PrintRequest {
  readonly paper: ArchivedPrintout;
  /** The id of the payment, Statement, price list or first call; of the case for papers about all of it. */
  readonly of: string;
  readonly case_id?: string | undefined;
  readonly funeral_home_id?: string | undefined;
}

export interface PreparedPaper {
  readonly name: string;
  readonly paper: Paper;
  readonly caseId: string | undefined;
}

const about = ({ core, sections }: StoredCase) => ({
  case_number: core.case_number,
  deceased_name: deceasedName(sections.deceased?.values),
});

const whole = async (db: Printed, id: string) => {
  const caseRecord = await db.case(id);
  const home = await db.home(caseRecord.core.funeral_home_id);
  return { ...caseRecord, core: { ...caseRecord.core, funeral_home_name: home.name }, home };
};

const statement = async (db: Printed, { of, case_id = '' }: PrintRequest): Promise<PreparedPaper> => {
  const all = await db.statements(case_id);
  const storedStatement = requireStatement(all, of);
  const { record, acceptance } = storedStatement;
  const superseded = statusOf(storedStatement, all) === 'superseded';
  return {
    name: statementFileName(record.statement_number, record.version),
    paper: statementPaper({ ...record, acceptance, superseded }, await listsOfStatement(db, record)),
    caseId: case_id,
  };
};

const priceList = async (db: Printed, { of, case_id, funeral_home_id: homeId = '' }: PrintRequest) => {
  const record = await db.priceList(homeId, of);
  const home = await db.home(homeId);
  if (case_id !== undefined) await db.case(case_id);
  const { kind } = record;
  const list = { ...record, caption: priceListCaptions[kind], items: itemsOf(record), ...printedOf(record, home) };
  return { name: priceListFileName(list), paper: priceListPaper(list), caseId: case_id };
};

const receipt = async (db: Printed, { of }: PrintRequest): Promise<PreparedPaper> => {
  const entry = await db.payment(of);
  const [caseRecord, home, entries] = await Promise.all([
    db.case(entry.case_id),
    db.home(entry.funeral_home_id),
    db.ledger(entry.case_id),
  ]);
  const paper = receiptPaper(entry, { ...about(caseRecord), contractTotal: contractOf(caseRecord) }, home, entries);
  return { name: receiptFileName(entry.receipt_number), paper, caseId: entry.case_id };
};

const papers: Record<ArchivedPrintout, (db: Printed, request: PrintRequest) => Promise<PreparedPaper>> = {
  receipt,
  deposit_receipt: async (db, { of }) => {
    const [caseRecord, entries] = await Promise.all([db.case(of), db.ledger(of)]);
    const { core } = caseRecord;
    const what = { ...about(caseRecord), contractTotal: contractOf(caseRecord), updatedAt: core.updated_at };
    const paper = depositReceiptPaper(entries, what, await db.home(core.funeral_home_id));
    return { name: depositReceiptFileName(core.case_number), paper, caseId: of };
  },
  statement,
  price_list: priceList,
  case_file: async (db, { of }) => {
    const [{ core, sections, home }, permits] = await Promise.all([whole(db, of), db.permits(of)]);
    return { name: casePaperFileName(core.case_number), paper: casePaper(core, sections, home, permits), caseId: of };
  },
  first_call: async (db, { of }) => {
    const sheet = await db.firstCall(of);
    const paper = firstCallPaper(sheet, await db.home(sheet.funeral_home_id));
    return { name: firstCallPaperFileName(sheet), paper, caseId: sheet.case_id ?? undefined };
  },
  worksheet: async (db, { of }) => {
    const [{ core, sections, home }, permits, overrides] = await Promise.all([
      whole(db, of),
      db.permits(of),
      db.overrides(of),
    ]);
    const paper = worksheetPaper(core, sections, home, { permits, overrides });
    return { name: worksheetFileName(core.case_number), paper, caseId: of };
  },
  cremation_packet: async (db, { of }) => {
    const { core, facts } = await db.gates(of);
    const home = await db.home(core.funeral_home_id);
    const name = cremationPacketFileName(core.case_number);
    return { name, paper: cremationPacket(core, facts, home), caseId: of };
  },
  labels: async (db, { of }) => {
    const { core, sections, home } = await whole(db, of);
    return { name: labelsFileName(core.case_number), paper: labelsPaper(core, sections, home), caseId: of };
  },
};

/** Returns a paper with the current content of its records. Throws 404 if a record is missing. */
export const preparePaper = (db: Printed, request: PrintRequest): Promise<PreparedPaper> =>
  papers[request.paper](db, request);

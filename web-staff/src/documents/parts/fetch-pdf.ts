import { carePaperEndpoints, type LabelSheetName } from '#domain/care/care-papers.endpoints.ts';
import { paperEndpoints } from '#domain/documents/printing/paper.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';

export type PaperName = keyof typeof paperEndpoints | keyof typeof carePaperEndpoints;

export const printTexts: Record<PaperName, { making: string; made: string; failed: string; fileName: string }> = {
  receipt: {
    making: 'Generating receipt...',
    made: 'Receipt generated successfully!',
    failed: 'Failed to generate receipt',
    fileName: 'receipt.pdf',
  },
  depositReceipt: {
    making: 'Generating deposit receipt...',
    made: 'Deposit receipt generated successfully!',
    failed: 'Failed to generate deposit receipt',
    fileName: 'deposit_receipt.pdf',
  },
  firstCall: {
    making: 'Generating the first-call sheet...',
    made: 'First-call sheet generated successfully!',
    failed: 'Failed to generate the first-call sheet',
    fileName: 'first_call.pdf',
  },
  case: {
    making: 'Generating the case file...',
    made: 'Case file generated. A copy is stored in the documents of the case.',
    failed: 'Failed to generate the case file',
    fileName: 'case.pdf',
  },
  statement: {
    making: 'Generating the Statement...',
    made: 'Statement generated successfully!',
    failed: 'Failed to generate the Statement',
    fileName: 'statement.pdf',
  },
  worksheet: {
    making: 'Generating the worksheet...',
    made: 'Worksheet generated successfully!',
    failed: 'Failed to generate the worksheet',
    fileName: 'worksheet.pdf',
  },
  cremationPacket: {
    making: 'Generating the cremation packet...',
    made: 'Cremation packet generated. A copy is stored in the documents of the case.',
    failed: 'Failed to generate the cremation packet',
    fileName: 'cremation_packet.pdf',
  },
  labels: {
    making: 'Generating the labels...',
    made: 'Labels generated successfully!',
    failed: 'Failed to generate the labels',
    fileName: 'labels.pdf',
  },
  monthReport: {
    making: 'Generating the report...',
    made: 'Report generated successfully!',
    failed: 'Failed to generate the report',
    fileName: 'figures.pdf',
  },
  tags: {
    making: 'Generating the tags...',
    made: 'Tags generated successfully!',
    failed: 'Failed to generate the tags',
    fileName: 'tags.pdf',
  },
  chain: {
    making: 'Generating the chain of custody...',
    made: 'Chain of custody generated successfully!',
    failed: 'Failed to generate the chain of custody',
    fileName: 'chain_of_custody.pdf',
  },
  custodyReceipt: {
    making: 'Generating receipt...',
    made: 'Receipt generated successfully!',
    failed: 'Failed to generate receipt',
    fileName: 'custody_receipt.pdf',
  },
  effectsList: {
    making: 'Generating the list of effects...',
    made: 'List of effects generated successfully!',
    failed: 'Failed to generate the list of effects',
    fileName: 'effects.pdf',
  },
  effectReceipt: {
    making: 'Generating receipt...',
    made: 'Receipt generated successfully!',
    failed: 'Failed to generate receipt',
    fileName: 'effects_receipt.pdf',
  },
  priceList: {
    making: 'Generating the price list...',
    made: 'Price list generated successfully!',
    failed: 'Failed to generate the price list',
    fileName: 'price_list.pdf',
  },
};

/** The record of a paper, and what else its path contains. */
export interface PaperOf {
  id: string;
  caseId?: string;
  homeId?: string;
  /** Number of an entry of custody. */
  number?: number;
  sheet?: LabelSheetName;
  size?: 'letter' | 'a4';
}

export const fetchPdf: Record<PaperName, (call: Call, of: PaperOf) => Promise<{ name: string; content: Blob }>> = {
  receipt: (call, { id }) => call(paperEndpoints.receipt, { params: { id } }),
  depositReceipt: (call, { id }) => call(paperEndpoints.depositReceipt, { query: { case_id: id } }),
  firstCall: (call, { id }) => call(paperEndpoints.firstCall, { params: { id } }),
  case: (call, { id }) => call(paperEndpoints.case, { params: { id } }),
  statement: (call, { id, caseId = '' }) => call(paperEndpoints.statement, { params: { id: caseId, statementId: id } }),
  worksheet: (call, { id }) => call(paperEndpoints.worksheet, { params: { id } }),
  cremationPacket: (call, { id }) => call(paperEndpoints.cremationPacket, { params: { id } }),
  /** The id of a month is YYYY-MM. */
  monthReport: (call, { id, size }) =>
    call(paperEndpoints.monthReport, { params: { month: id }, query: size ? { size } : {} }),
  tags: (call, { id, sheet }) => call(carePaperEndpoints.tags, { params: { id }, query: sheet ? { sheet } : {} }),
  chain: (call, { id }) => call(carePaperEndpoints.chain, { params: { id } }),
  custodyReceipt: (call, { id, caseId = '', number }) =>
    call(carePaperEndpoints.custodyReceipt, { params: { id: caseId, subjectId: id, number: String(number) } }),
  effectsList: (call, { id }) => call(carePaperEndpoints.effectsList, { params: { id } }),
  effectReceipt: (call, { id, caseId = '' }) =>
    call(carePaperEndpoints.effectReceipt, { params: { id: caseId, receiptId: id } }),
  labels: (call, { id }) => call(paperEndpoints.labels, { params: { id } }),
  priceList: (call, { id, homeId = '', caseId }) =>
    call(paperEndpoints.priceList, {
      params: { id: homeId, listId: id },
      query: caseId === undefined ? {} : { case_id: caseId },
    }),
};

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#domain/contract/client.ts';
import { paperEndpoints } from '#domain/paper/paper.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { download } from '../../ui/download.ts';
import { failureText, toastError, toastNotice, toastSuccess } from '../../ui/toasts.tsx';
import { documentKeys } from '../documents/keys.ts';

export type PaperName = keyof typeof paperEndpoints;

/** What is said while a paper is made, when it is there, and when it is not (D3 §8 has those of the deposit receipt). */
const words: Record<PaperName, { making: string; made: string; failed: string; fileName: string }> = {
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
    making: 'Generating the sheet...',
    made: 'Sheet generated successfully!',
    failed: 'Failed to generate the sheet',
    fileName: 'first_call.pdf',
  },
  case: {
    making: 'Generating the case file...',
    made: 'Case file generated successfully!',
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
  labels: {
    making: 'Generating the labels...',
    made: 'Labels generated successfully!',
    failed: 'Failed to generate the labels',
    fileName: 'labels.pdf',
  },
  priceList: {
    making: 'Generating the price list...',
    made: 'Price list generated successfully!',
    failed: 'Failed to generate the price list',
    fileName: 'price_list.pdf',
  },
};

/** What a paper is made of: a record, and the case or home that it stands in where its address names that. */
export interface PaperOf {
  id: string;
  caseId?: string;
  homeId?: string;
}

const asks: Record<PaperName, (call: Call, of: PaperOf) => Promise<{ name: string; content: Blob }>> = {
  receipt: (call, { id }) => call(paperEndpoints.receipt, { params: { id } }),
  depositReceipt: (call, { id }) => call(paperEndpoints.depositReceipt, { query: { case_id: id } }),
  firstCall: (call, { id }) => call(paperEndpoints.firstCall, { params: { id } }),
  case: (call, { id }) => call(paperEndpoints.case, { params: { id } }),
  statement: (call, { id, caseId = '' }) => call(paperEndpoints.statement, { params: { id: caseId, statementId: id } }),
  worksheet: (call, { id }) => call(paperEndpoints.worksheet, { params: { id } }),
  labels: (call, { id }) => call(paperEndpoints.labels, { params: { id } }),
  priceList: (call, { id, homeId = '', caseId }) =>
    call(paperEndpoints.priceList, {
      params: { id: homeId, listId: id },
      query: caseId === undefined ? {} : { case_id: caseId },
    }),
};

/** What was printed is kept by then. */
const keptMs = 2_000;

/** Has a paper made of a record, and hands it to the browser as a PDF. */
export const usePaper = (name: PaperName) => {
  const call = useApi();
  const client = useQueryClient();
  const said = words[name];
  return useMutation({
    mutationFn: (of: PaperOf) => asks[name](call, of),
    onMutate: () => toastNotice(said.making),
    onSuccess: (file) => {
      download(file.content, file.name || said.fileName);
      toastSuccess(said.made);
      setTimeout(() => void client.invalidateQueries({ queryKey: documentKeys.all }), keptMs);
    },
    // Where the session has ended its own page says so.
    onError: (error) => failureText(error) && toastError(said.failed),
  });
};

import { useMutation } from '@tanstack/react-query';
import { paperEndpoints } from '#domain/paper/paper.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { download } from '../../ui/download.ts';
import { failureText, toastError, toastNotice, toastSuccess } from '../../ui/toasts.tsx';

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
};

/** Has a paper made of a record, by its id, and hands it to the browser as a PDF. */
export const usePaper = (name: PaperName) => {
  const call = useApi();
  const said = words[name];
  const made = (id: string): Promise<{ name: string; content: Blob }> =>
    name === 'depositReceipt'
      ? call(paperEndpoints.depositReceipt, { query: { case_id: id } })
      : call(paperEndpoints[name], { params: { id } });
  return useMutation({
    mutationFn: made,
    onMutate: () => toastNotice(said.making),
    onSuccess: (file) => {
      download(file.content, file.name || said.fileName);
      toastSuccess(said.made);
    },
    // Where the session has ended its own page says so.
    onError: (error) => failureText(error) && toastError(said.failed),
  });
};

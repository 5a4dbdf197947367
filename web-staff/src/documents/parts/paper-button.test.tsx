// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paperEndpoints } from '#domain/documents/printing/paper.endpoints.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/feedback/toasts.tsx';
import { PaperButton } from './paper-button.tsx';

const draw = (answer: () => Promise<unknown>, paper: 'case' | 'depositReceipt' = 'depositReceipt') => {
  renderPage(
    <>
      <Toasts />
      <PaperButton paper={paper} id="c">
        Deposit receipt
      </PaperButton>
    </>,
    {
      call: answering({
        'GET /api/services/payments/deposit_receipt/': answer,
        [`GET ${paperEndpoints.case.path}`]: answer,
      }),
    },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Deposit receipt' }));
};
const isMaking = () => screen.queryByText('Generating deposit receipt...') !== null;

it('D3 §8 shows that a deposit receipt is being generated, and then that it is done', async () => {
  let answered = (_: unknown): void => undefined;
  draw(() => new Promise((resolve) => (answered = resolve)));
  await waitFor(() => expect(isMaking()).toBe(true));
  answered({ name: '', content: new Blob(['%PDF-1.7']) });
  expect(await screen.findByText('Deposit receipt generated successfully!')).toBeTruthy();
  await waitFor(() => expect(isMaking()).toBe(false));
});

it('D3 §8 says that a deposit receipt could not be generated', async () => {
  draw(() => Promise.reject(new ApiError(500, 'no')));
  expect(await screen.findByText('Failed to generate deposit receipt')).toBeTruthy();
  await waitFor(() => expect(isMaking()).toBe(false));
});

it('says that printing a case stores a copy in its documents', async () => {
  draw(async () => ({ name: '', content: new Blob(['%PDF-1.7']) }), 'case');
  expect(await screen.findByText('Case file generated. A copy is stored in the documents of the case.')).toBeTruthy();
});

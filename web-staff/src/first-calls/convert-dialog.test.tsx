// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { FirstCall } from '#domain/first-calls/first-call.schema.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { ConvertDialog } from './convert-dialog.tsx';

const sheet = {
  ...{ id: 'f1', funeral_home_id: 'h1', deceased_first_name: 'Greta', deceased_last_name: 'Nextby' },
  possible_cases: [],
} as unknown as FirstCall;
const like = { id: 'c9', case_number: 'WA-2026-0009', deceased_full_name: 'Greta Nextby', status: 'draft' };
const preview = { id: 'f1', case_id: null, sections: [], missing: [], next_of_kins: [] };

describe('the conversion of a first call with a like case', () => {
  const open = (possible_cases: object[], sections: object[] = [], changes: object = {}) => {
    const attach = vi.fn((_input: unknown) => ({ case_id: 'c9', case_number: 'WA-2026-0009' }));
    const convert = vi.fn((_input: unknown) => ({ case_id: 'c1', case_number: 'WA-2026-0012' }));
    renderPage(<div />, {
      at: '/first-calls/f1',
      pages: { '/first-calls/:id': <ConvertDialog sheet={sheet} onClose={vi.fn()} />, '/cases/:id': <p>The case</p> },
      call: answering({
        'GET /api/forms/first-calls/{id}/conversion_data/': () => ({
          ...preview,
          sections,
          possible_cases,
          ...changes,
        }),
        'GET /api/services/cases/{id}/': () => ({
          case_number: 'WA-2026-0009',
          sections: {
            deceased: { version: 1, values: { date_of_birth: '1938-06-12', date_of_death: '2026-11-19' } },
          },
        }),
        'GET /api/services/cases/preview-next-number/': () => ({ case_number: 'WA-2026-0011' }),
        'POST /api/forms/first-calls/{id}/attach_to_case/': attach,
        'POST /api/forms/first-calls/{id}/convert_to_case/': convert,
      }),
    });
    return { attach, convert };
  };
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

  it('suggests to attach it, and opens the case', async () => {
    const { attach, convert } = open([like]);
    expect(await screen.findByRole('dialog', { name: 'Attach to case' })).toBeTruthy();
    await press('Attach to WA-2026-0009');
    expect(await screen.findByText('The case')).toBeTruthy();
    expect(attach.mock.calls[0]?.[0]).toMatchObject({ params: { id: 'f1' }, body: { case: 'c9' } });
    expect(convert).not.toHaveBeenCalled();
  });

  it('shows what differs from the case, and what stays', async () => {
    const values = [{ field: 'date_of_birth', value: '1938-06-21' }];
    open([like], [{ id: 'deceased', title: 'Deceased', values }]);
    const row = (await screen.findByRole('rowheader', { name: 'Date of birth' })).closest('tr') as HTMLElement;
    expect([...row.children].slice(1).map(({ textContent }) => textContent)).toEqual([
      ...['Jun 21, 1938', 'Jun 12, 1938'],
    ]);
    const group = row.closest('details');
    expect(group?.open).toBe(true);
    expect(group?.querySelector('summary')?.textContent).toBe('1 difference; the case stays as it is');
  });

  it('folds several differences that stay', async () => {
    const values = [
      { field: 'date_of_birth', value: '1938-06-21' },
      { field: 'date_of_death', value: '2026-11-18' },
    ];
    open([like], [{ id: 'deceased', title: 'Deceased', values }]);
    const summary = await screen.findByText('2 differences; the case stays as it is');
    expect(summary.closest('details')?.open).toBe(false);
  });

  it('creates a new case if that is chosen', async () => {
    const { attach, convert } = open([like]);
    fireEvent.click(await screen.findByRole('radio', { name: 'Create a new case' }));
    expect(screen.getByRole('dialog', { name: 'Convert to case' })).toBeTruthy();
    await press('Convert to case');
    await waitFor(() => expect(convert).toHaveBeenCalledOnce());
    expect(attach).not.toHaveBeenCalled();
  });

  it('needs an informant address only if no customer is added', async () => {
    const missing = ['Gender', 'Informant address'].map((label) => ({
      ...{ section: 'informant', field: label.toLowerCase().replace(' ', '_'), label, message: '' },
    }));
    const kin = { id: 'k1', name: 'Henrike Nextby', relationship: 'son', can_become_customer: true, customers: [] };
    open([], [], { missing, next_of_kins: [kin] });
    expect(await screen.findByText('Still needed to activate the case: Gender.')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Henrike Nextby, Son' }));
    expect(screen.getByText('Still needed to activate the case: Gender, Informant address.')).toBeTruthy();
  });

  it('asks for a confirmation if the like case is completed', async () => {
    const { convert } = open([{ ...like, status: 'completed' }]);
    await press('Convert to case');
    expect(await screen.findByText('Check the case above, or check this box to continue')).toBeTruthy();
    expect(convert).not.toHaveBeenCalled();
  });
});

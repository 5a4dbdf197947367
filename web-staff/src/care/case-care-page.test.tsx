// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { CaseCustody, CaseEffects, CustodyEntry } from '#domain/care/care.schema.ts';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import { crematory, dorothy, exampleCustody, exampleEntry, room } from '../testing/example-care.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { CaseCarePage } from './case-care-page.tsx';

const one = '/api/services/cases/{id}/';
const effect: CaseEffects['effects'][number] = {
  ...{ id: exampleCore.id, description: 'Wedding ring, yellow metal', count: 1, worn: true, note: '', photo_id: null },
  ...{ decision: null, decided_by: '', returned: null, entries: [] },
};
const changed = vi.fn((_input: unknown): CaseEffects => ({ effects: [effect], receipts: [] }));
const draw = (custody: CaseCustody, role: Role = 'coordinator') =>
  renderPage(<p>Elsewhere</p>, {
    role,
    at: `/cases/${exampleCore.id}/care`,
    pages: { '/cases/:id/care': <CaseCarePage /> },
    call: answering({
      [`GET ${one}`]: () => presentCase(exampleCore, {}),
      'GET /api/customers/funeral-homes/': () => ({ results: [] }),
      [`GET ${one}custody/`]: () => custody,
      [`GET ${one}effects/`]: () => ({ effects: [effect], receipts: [] }),
      [`PATCH ${one}effects/{effectId}/`]: changed,
      'GET /api/documents/documents/': () => ({ results: [] }),
      'GET /api/services/documents/': () => ({ results: [] }),
    }),
  });

describe('CaseCarePage', () => {
  it('shows the chain newest first, with the reason of who was found elsewhere', async () => {
    const found = exampleEntry(2, { kind: 'found', to: room, reason: 'The phone was charging' });
    const signed = exampleEntry(3, {
      ...{ kind: 'released', from: room, to: crematory },
      took: { profile_id: null, name: 'Alison Marsh', firm: 'Palatka' },
      signatures: [{ of: 'took', path: 'M1 1L9 9' }],
    });
    draw(exampleCustody([exampleEntry(1, { from: null, from_text: '118 Marine Street' }), found, signed]));
    const chain = await screen.findByRole('region', { name: 'Chain of custody' });
    const texts = within(chain)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(texts[0]).toContain('Released: Room 2 → Palatka Crematory');
    expect(texts[1]).toContain('The record said Cooler 1. “The phone was charging”');
    expect(texts[2]).toContain('118 Marine Street → Room 2');
    expect(within(chain).getByRole('img', { name: 'Signature of Alison Marsh' })).toBeTruthy();
  });

  it('closes remains at an own place only if they never began', async () => {
    const began = exampleEntry(1, { kind: 'cremated', to: null, recorded_at: '2026-11-21T11:00:00.000Z' });
    const remains = { ...dorothy, id: exampleCore.id, kind: 'remains' as const, parent_id: dorothy.id, number: 1 };
    const custody = (entries: CustodyEntry[]): CaseCustody => {
      const { subjects, rule } = exampleCustody([exampleEntry(1), { ...began, number: 2 }, ...entries]);
      const ended = subjects.map((body) => ({ ...body, state: 'ended' as const }));
      return { subjects: [...ended, { ...remains, entries: [began] }], rule };
    };
    const found = exampleEntry(3, { kind: 'found', to: room, reason: 'The wrong tag was read' });
    const again = { ...began, number: 4, recorded_at: '2026-11-22T11:00:00.000Z' };
    draw(custody([found, again]));
    const chain = await screen.findByRole('region', { name: 'Remains' });
    expect(within(chain).getByRole('button', { name: 'Close the record' })).toBeTruthy();
    cleanup();
    draw(custody([]));
    const kept = await screen.findByRole('region', { name: 'Remains' });
    expect(within(kept).queryByRole('button', { name: 'Close the record' })).toBeNull();
  });

  it('offers a tag where none was given', async () => {
    draw({ ...exampleCustody([]), subjects: [] });
    expect(await screen.findByRole('button', { name: 'Assign a tag' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Record a move' })).toBeNull();
  });

  it('shows identification photos only to those who may see them', async () => {
    draw(exampleCustody([exampleEntry(1)]), 'office_staff');
    await screen.findByRole('region', { name: 'Chain of custody' });
    expect(screen.queryByRole('heading', { name: 'Identification photo' })).toBeNull();
  });

  it('records who decided about an effect', async () => {
    draw(exampleCustody([exampleEntry(1)]));
    fireEvent.click(await screen.findByRole('button', { name: 'Decide: Wedding ring, yellow metal' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Record' }));
    expect((await within(dialog).findAllByText('This is required')).length).toBe(2);
    fireEvent.change(within(dialog).getByLabelText(/^What happens/), { target: { value: 'return' } });
    fireEvent.change(within(dialog).getByLabelText(/^Decided by/), { target: { value: 'Karin Lindqvist' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Record' }));
    await vi.waitFor(() =>
      expect(changed.mock.calls[0]?.[0]).toMatchObject({
        body: { decision: 'return', decided_by: 'Karin Lindqvist' },
      }),
    );
  });
});

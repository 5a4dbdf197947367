// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { findMergeConflicts } from '#domain/shared/forms/entries-merge.ts';
import { editFields, editValuesOf } from '../../intake/use-submission-form.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { unchangedAnswer } from './form-values.ts';

const base = editValuesOf({
  deceased_first_name: 'Harold',
  informant_city: 'Palatka',
  social_security_number: 'XXX-XX-4320',
});
const mine = { ...base, deceased_first_name: 'Hal', social_security_number: '987-65-4321' };
const theirs = {
  ...base,
  deceased_first_name: 'Harald',
  informant_city: 'Duluth',
  social_security_number: 'XXX-XX-4322',
};

const draw = () => {
  const onResolve = vi.fn();
  renderPage(
    <ConflictDialog
      collisions={findMergeConflicts(editFields, { base, mine, theirs }, unchangedAnswer)}
      onResolve={onResolve}
      onClose={vi.fn()}
    />,
  );
  return onResolve;
};
const group = (name: string) => within(screen.getByRole('radiogroup', { name }));

describe('ConflictDialog', () => {
  it('shows both values, and selects mine where I changed the field, too', () => {
    draw();
    expect((group('First name').getByRole('radio', { name: 'Hal' }) as HTMLInputElement).checked).toBe(true);
    expect(
      (group('Next of kin’s address: City').getByRole('radio', { name: 'Duluth' }) as HTMLInputElement).checked,
    ).toBe(true);
  });

  it('shows no number that was typed', () => {
    draw();
    expect(document.body.textContent).not.toContain('987-65-4321');
    expect(document.body.textContent).toContain('XXX-XX-4322');
  });

  it('returns the choice for each field', () => {
    const onResolve = draw();
    fireEvent.click(screen.getByRole('button', { name: 'Use all of theirs' }));
    fireEvent.click(group('First name').getByRole('radio', { name: 'Hal' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save with these choices' }));
    expect(onResolve).toHaveBeenCalledWith({
      deceased_first_name: 'mine',
      social_security_number: 'theirs',
      informant_city: 'theirs',
    });
  });
});

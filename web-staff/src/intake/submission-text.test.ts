import { describe, expect, it } from 'vitest';
import type { Role } from '#domain/shared/access/roles.ts';
import { actionsFor } from './submission-text.ts';

const at = (status: 'new' | 'contacted' | 'converted', contacted_at: string | null = null) =>
  ({ status, contacted_at, kind: 'at_need' }) as const;
const as = (role: Role) => ({ id: 'viewer', role, homeId: 'home' });

describe('S-03 actionsFor', () => {
  it('offers an administrator everything on a new submission', () => {
    expect(actionsFor(at('new'), as('funeral_home_admin'))).toEqual({
      edit: { shown: true },
      markContacted: { shown: true },
      delete: { shown: true },
      convert: { shown: true },
    });
  });

  it('hides deletion from the office, and names who opens cases', () => {
    const actions = actionsFor(at('new'), as('office_staff'));
    expect(actions.delete.shown).toBe(false);
    expect(actions.edit).toEqual({ shown: true });
    expect(actions.convert.reason).toBe('Your role cannot create cases. Ask a director or administrator.');
  });

  it('disables changes to a converted submission except the mark of contact', () => {
    const actions = actionsFor(at('converted'), as('super_admin'));
    expect(actions.edit.reason).toContain('Already converted to a case');
    expect(actions.delete.reason).toBe('Converted submissions cannot be deleted.');
    expect(actions.markContacted.shown).toBe(true);
  });

  it('marks only once', () => {
    expect(actionsFor(at('contacted', '2026-03-10T10:00:00Z'), as('super_admin')).markContacted.shown).toBe(false);
  });
});

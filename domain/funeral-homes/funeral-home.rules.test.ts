import { describe, expect, it } from 'vitest';
import { homeMessages, whyNotEditable } from './funeral-home.rules.ts';

describe('who changes a funeral home', () => {
  it('owners every one, administrators their own, nobody else', () => {
    expect(whyNotEditable({ role: 'super_admin', homeId: 'a' }, 'b')).toBeUndefined();
    expect(whyNotEditable({ role: 'funeral_home_admin', homeId: 'a' }, 'a')).toBeUndefined();
    expect(whyNotEditable({ role: 'funeral_home_admin', homeId: 'a' }, 'b')).toBe(homeMessages.notYours);
    for (const role of ['funeral_director', 'coordinator', 'office_staff'] as const)
      expect(whyNotEditable({ role, homeId: 'a' }, 'a')).toBe(homeMessages.notAllowed);
  });
});

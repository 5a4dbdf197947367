import { describe, expect, it } from 'vitest';
import { caseDuplicateKeys } from './case-validation.ts';

const dates = { date_of_birth: '', date_of_death: '2026-02-03' };
const values = (last_name: string) =>
  caseDuplicateKeys({ first_name: 'Maria', last_name, ...dates }).map(({ value }) => value);

describe('caseDuplicateKeys', () => {
  it('contains the last name with the day of death', () => {
    expect(values("O'Neill")).toEqual(['2026-02-03 oneill']);
  });

  it('contains each longer word of the last name', () => {
    expect(values('Solís de Ortega')).toEqual(['2026-02-03 solisdeortega', '2026-02-03 solis', '2026-02-03 ortega']);
    expect(values('Solis-Ortega')).toContain('2026-02-03 solis');
    expect(values('Ortega')).toEqual(['2026-02-03 ortega']);
  });
});

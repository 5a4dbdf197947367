import { describe, expect, it } from 'vitest';
import { caseDuplicateKeys } from './case-validation.ts';

const person = (last_name: string) => ({
  first_name: 'Maria',
  last_name,
  date_of_birth: '',
  date_of_death: '2026-02-03',
});
const values = (lastName: string) => caseDuplicateKeys(person(lastName)).map(({ value }) => value);

describe('what two cases of one person have in common', () => {
  it('is the last name and the day of death', () => {
    expect(values("O'Neill")).toEqual(['2026-02-03 oneill']);
  });

  it('is a longer word of the last name as well, however the rest was written', () => {
    expect(values('Solís de Ortega')).toEqual(['2026-02-03 solisdeortega', '2026-02-03 solis', '2026-02-03 ortega']);
    expect(values('Solis-Ortega')).toContain('2026-02-03 solis');
    expect(values('Ortega')).toEqual(['2026-02-03 ortega']);
  });
});

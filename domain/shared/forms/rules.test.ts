import { describe, expect, it } from 'vitest';
import { missingAtStage, missingIn } from './completeness.ts';
import { fieldBuilders } from './field-builders.ts';
import { type FormRules, isRequired, isShown } from './rules.ts';
import { contract, exampleFields, exampleRules, wish } from './testing/example-form.ts';

const section = { id: 'flat', fields: exampleFields };
const names = (found: readonly { field: string }[]) => found.map(({ field }) => field);
const fieldOf = (name: string) => {
  const field = exampleFields.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`no field ${name}`);
  return field;
};

describe('isShown, isRequired and missingIn', () => {
  it("isShown follows the field's condition", () => {
    expect(isShown(exampleRules, fieldOf('rent'), { ownership: 'rented' }, wish)).toBe(true);
    expect(isShown(exampleRules, fieldOf('rent'), { ownership: 'owned' }, wish)).toBe(false);
    expect(isShown(exampleRules, fieldOf('tenant'), {}, wish)).toBe(true);
  });

  it('isRequired returns true always, by condition or by stage, never if hidden', () => {
    expect(isRequired(exampleRules, fieldOf('tenant'), {}, wish)).toBe(true);
    expect(isRequired(exampleRules, fieldOf('rent'), { ownership: 'rented' }, wish)).toBe(true);
    expect(isRequired(exampleRules, fieldOf('rent'), {}, contract)).toBe(false);
    expect(isRequired(exampleRules, fieldOf('garage'), {}, contract)).toBe(false);
  });

  it('isRequired follows the stage if there is no condition', () => {
    const rules: FormRules<'never', { stage: string }> = {
      conditions: { never: () => false },
      stageOf: ({ stage }) => stage,
    };
    const field = fieldBuilders<'never'>().line('remarks', 'Remarks', {
      requiredAt: { contract: true, offer: 'never' },
    });
    const at = (stage: string) => isRequired(rules, field, {}, { stage });
    expect(['wish', 'contract', 'offer'].map(at)).toEqual([false, true, false]);
  });

  it('missingIn returns missing fields in order, with section, label and message', () => {
    expect(missingIn(exampleRules, section, {}, wish)).toEqual([
      { section: 'flat', field: 'tenant', label: 'Tenant', message: 'Tenant is required' },
      { section: 'flat', field: 'ownership', label: 'Ownership', message: 'Ownership is required' },
    ]);
    const rented = { tenant: 'Ann Lee', ownership: 'rented', pet: true, pet_weight: 30 };
    expect(names(missingIn(exampleRules, section, rented, wish))).toEqual(['rent', 'pet_permit']);
  });

  it('missingAtStage returns only fields that the stage requires', () => {
    expect(missingAtStage(exampleRules, section, {}, wish)).toEqual([]);
    expect(names(missingAtStage(exampleRules, section, {}, contract))).toEqual(['tenant']);
    expect(names(missingAtStage(exampleRules, section, { ownership: 'rented' }, contract))).toEqual(['tenant', 'rent']);
  });
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fieldMap } from './field-map.ts';

const issuesOf = (schema: z.ZodType, value: unknown) =>
  fieldMap(schema.safeParse(value, { reportInput: true }).error?.issues ?? []);

describe('the field map of a refusal', () => {
  it('says at each field what is wrong, once, and of the whole what belongs to no field', () => {
    const days = z.string().regex(/^\d+$/, 'Days must be a number').max(3, 'Days must be a number');
    const kin = z.array(z.object({ name: z.string() }));
    const schema = z.object({ days, kin }).refine(() => false, { error: 'Nothing fits', when: () => true });
    expect(issuesOf(schema, { days: 'many', kin: [{}] })).toEqual({
      days: ['Days must be a number'],
      'kin.0.name': ['This field is required.'],
      non_field_errors: ['Nothing fits'],
    });
  });
});

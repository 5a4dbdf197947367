import * as z from 'zod';

export const phoneLimit = 20;

type PhoneProblem = 'Phone number must be 10 digits' | 'Invalid country code';

/**
 * The digits of a US phone number: 10, or 11 starting with 1, which is how numbers are stored and sent (D2 §5).
 * Anything else is a problem in the spec's words.
 */
export function parsePhone(typed: string): { digits: string } | { problem: PhoneProblem } {
  const digits = typed.replace(/[\s().+-]/g, '');
  if (!/^\d+$/.test(digits)) return { problem: 'Phone number must be 10 digits' };
  if (digits.length === 10) return { digits };
  if (digits.length === 11) return digits.startsWith('1') ? { digits } : { problem: 'Invalid country code' };
  return { problem: 'Phone number must be 10 digits' };
}

/**
 * A number for display, also while it is being typed: (904) 555-0100, with +1 in front of 11 digits (D2 §5).
 * What is too long or holds letters comes back as it was.
 */
export function formatPhone(typed: string): string {
  const digits = typed.replace(/[\s().+-]/g, '');
  if (!/^\d*$/.test(digits)) return typed;
  if (digits.length === 11 && digits.startsWith('1')) return `+1 ${formatPhone(digits.slice(1))}`;
  if (digits.length > 10) return typed;
  if (digits.length > 6) return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  if (digits.length > 3) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return digits;
}

/** A phone number, kept as its 10 or 11 digits. Issues: 'Phone number must be 10 digits', 'Invalid country code'. */
export const phoneNumber: z.ZodString = z
  .string('Phone number must be 10 digits')
  .overwrite((typed) => {
    const parsed = parsePhone(typed);
    return 'digits' in parsed ? parsed.digits : typed;
  })
  .check((context) => {
    const parsed = parsePhone(context.value);
    if ('problem' in parsed) {
      context.issues.push({ code: 'custom', message: parsed.problem, input: context.value, continue: true });
    }
  });

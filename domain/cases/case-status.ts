/** D2 §3. Separate from the schemas of calls, which records need not load. */
export const caseStatuses = ['draft', 'active', 'completed', 'cancelled'] as const;

export const careKeys = {
  all: ['care'],
  board: ['care', 'board'],
  places: ['care', 'places'],
  ofCase: (caseId: string) => ['care', 'case', caseId],
  effects: (caseId: string) => ['care', 'effects', caseId],
} as const;

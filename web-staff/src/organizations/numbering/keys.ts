export const caseNumberingKeys = {
  of: (homeId: string) => ['case-numbering', homeId],
  preview: (homeId: string, settings: string | undefined) => ['case-numbering-preview', homeId, settings],
} as const;

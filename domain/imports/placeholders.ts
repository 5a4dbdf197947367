const nothing =
  /^(?:n\.?\/?a\.?|none|null|nil|unk|unkn|unknown|n\/?k|not (?:known|given|available|applicable|provided|stated)|tb[acd]|unlisted|xxx+)$/i;

/** Whether a text only fills a field of another system: “N/A”, “none”, an empty mask such as “(   )   -    ”, 00/00/0000. */
export const isPlaceholder = (text: string): boolean => {
  const trimmed = text.trim();
  return !/[\p{L}1-9]/u.test(trimmed) || nothing.test(trimmed);
};

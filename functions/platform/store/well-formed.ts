const isPlain = (value: object): value is Record<string, unknown> => {
  const prototype = Object.getPrototypeOf(value) as unknown;
  return prototype === Object.prototype || prototype === null;
};

/** Returns a value as DynamoDB requires it: a lone surrogate, as at the end of a cut text, becomes U+FFFD. */
export const wellFormed = <Value>(value: Value): Value => {
  if (typeof value === 'string') return (value.isWellFormed() ? value : value.toWellFormed()) as Value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const all = value.map(wellFormed);
    return all.some((element, at) => element !== value[at]) ? (all as Value) : value;
  }
  if (value instanceof Set) return new Set([...value].map(wellFormed)) as Value;
  if (!isPlain(value)) return value;
  let changed: Record<string, unknown> | undefined;
  for (const [name, field] of Object.entries(value)) {
    const [goodName, good] = [wellFormed(name), wellFormed(field)];
    if (goodName === name && good === field) continue;
    changed ??= { ...value };
    if (goodName !== name) delete changed[name];
    changed[goodName] = good;
  }
  return (changed as Value) ?? value;
};

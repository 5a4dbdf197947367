/** The few signs of the public site; each stands beside words. */
export function Check() {
  return (
    <svg className="icon-check" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3 8.5l3.4 3.4L13 4.8" fill="none" stroke="currentColor" strokeWidth="2.2" />
    </svg>
  );
}

export function PhoneIcon() {
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M6.6 10.8a15 15 0 0 0 6.6 6.6l2.2-2.2a1 1 0 0 1 1-.25 11.4 11.4 0 0 0 3.6.57 1 1 0 0 1 1 1V20a1 1 0 0 1-1 1A17 17 0 0 1 3 4a1 1 0 0 1 1-1h3.5a1 1 0 0 1 1 1c0 1.25.2 2.45.57 3.57a1 1 0 0 1-.25 1z" />
    </svg>
  );
}

export function ExpandIcon() {
  return (
    <svg className="icon-unfold" width="14" height="9" viewBox="0 0 14 9" aria-hidden="true">
      <path d="M1 1.5l6 6 6-6" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}

/** Missing: an open ring. */
export function MissingIcon() {
  return (
    <svg className="icon-missing" width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="9" r="7.5" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="3.2 2.4" />
    </svg>
  );
}

/** Wrong: a full disc. */
export function ErrorIcon() {
  return (
    <svg className="icon-wrong" width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="9" r="9" fill="currentColor" />
      <path d="M9 4.5v5.6M9 12.2v1.6" className="icon-mark" strokeWidth="2" />
    </svg>
  );
}

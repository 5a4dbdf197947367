/** What `/` shows: the form belongs to one home, so nothing can be reported without its own address. */
export function StartPage() {
  return (
    <main className="page page-short" id="main">
      <h1>Report a Death</h1>
      <p className="lead">We are sorry for your loss.</p>
      <p>
        Every funeral home has its own address for this form. Please use the link that your funeral home gave you, or
        the one on its website.
      </p>
      <p>If you cannot find it, please call your funeral home. They will gladly take your information by telephone.</p>
    </main>
  );
}

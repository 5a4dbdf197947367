// Runs before the page for visitors is drawn. A tab that holds a session (src/session/token-storage.ts) gets the
// application in its place: its tags wait in the page's template, and are written here as if they had stood in it.
(() => {
  const signedIn = () =>
    Object.keys(sessionStorage).some((key) => /^CognitoIdentityServiceProvider\..+\.refreshToken$/.test(key));
  if (signedIn()) {
    document.documentElement.dataset.session = 'kept';
    document.addEventListener('DOMContentLoaded', () => document.getElementById('landing').remove());
    document.write(document.getElementById('application').innerHTML);
  } else {
    // Back from the sign-in page, the browser may show the page as it was left.
    window.addEventListener('pageshow', ({ persisted }) => persisted && signedIn() && window.location.reload());
    // Where the demo runs, the first button opens it.
    document.addEventListener('DOMContentLoaded', async () => {
      const { demo } = await fetch('/config.json').then(
        (response) => response.json(),
        () => ({}),
      );
      const first = document.getElementById('first-way');
      if (!demo || !first) return;
      first.textContent = 'Try the demo';
      first.href = '/signin?demo';
    });
  }
})();

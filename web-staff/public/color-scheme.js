// Runs before the first paint, so that a dark page does not start light. Mantine stores the choice of this device
// (src/app/shell.tsx) and takes over from here, except on paper, which is light.
(() => {
  const show = (scheme) => {
    document.documentElement.dataset.mantineColorScheme = scheme;
  };
  const choose = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('mantine-color-scheme-value');
    } catch {
      // Without storage the device decides.
    }
    const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    show(isDark ? 'dark' : 'light');
  };
  choose();
  // Without a session this address has no other page (src/app/first-paint.tsx).
  const signsIn = location.pathname === '/signin' && !location.search;
  if (signsIn && !Object.keys(sessionStorage).some((key) => /^Cognito/.test(key))) {
    const { dataset } = document.documentElement;
    dataset.signsIn = '';
    // The application submits it (src/team/sign-in/sign-in-steps.tsx).
    addEventListener('submit', (event) => {
      if (!event.target.closest('#first-paint')) return;
      event.preventDefault();
      dataset.signsIn = 'submitted';
    });
  }
  addEventListener('beforeprint', () => show('light'));
  addEventListener('afterprint', choose);
})();

// Runs before the first paint, so that a dark-theme user never sees a white flash; and follows the system from then on.
// It also chooses which first paint the page shows until its scripts run: the sign-in form in English, the bar of a
// signed-in screen with a spinner, or the spinner alone.
(function () {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const colors = { light: '#f7f6f2', dark: '#0f171b', glare: '#ffffff' };
  function apply() {
    let choice = 'system';
    try {
      choice = localStorage.getItem('innspect.theme') || 'system';
    } catch {
      // Storage can be blocked; the system's own theme then applies.
    }
    const theme = colors[choice] ? choice : system.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    document.querySelector('meta[name="theme-color"]').content = colors[theme];
  }
  function language() {
    try {
      const kept = localStorage.getItem('innspect.language');
      if (kept) return kept;
    } catch {
      // As above; the browser's own languages then apply.
    }
    return navigator.languages.find((tag) => /^(en|es)(-|$)/.test(tag)) || 'en';
  }
  // Whether somebody is signed in here (web/src/lib/signed-in-hint.ts).
  function isSignedIn() {
    try {
      return localStorage.getItem('innspect.signed-in') !== null;
    } catch {
      return false;
    }
  }
  const withoutBar =
    /^\/(auth|privacy|terms|contact|forgot-password|reset-password|verify-email|invite|shared-plan|area-inspection|live-inspection)\b/;
  const query = new URLSearchParams(location.search);
  const asUsual = !query.has('problem') && !query.has('email') && query.get('tab') !== 'register';
  const signIn = location.pathname === '/auth' && asUsual && language().startsWith('en');
  const root = document.documentElement;
  if (isSignedIn()) root.dataset.signedIn = '';
  const hasBar = isSignedIn() && !withoutBar.test(location.pathname);
  root.dataset.shownFirst = signIn ? 'sign-in' : hasBar ? 'frame' : 'loading';
  const passkeys = window.PublicKeyCredential;
  if (passkeys && passkeys.parseRequestOptionsFromJSON && !/^[\d.]+$|:/.test(location.hostname))
    root.dataset.passkeys = '';
  // A button that is pressed before the app runs; the app presses it again (web/src/lib/typed-early.ts).
  addEventListener('click', (event) => {
    const button =
      event.target instanceof Element && event.target.closest('[data-first-paint] button:not([aria-selected=true])');
    if (button) root.dataset.pressed = button.getAttribute('aria-label') || button.textContent;
  });
  // The photos of an area, whose addresses are in an answer, are what its screen waits for longest.
  function ofArea() {
    const area = query.get('sessionId');
    const isArea = isSignedIn() && location.pathname === '/area-inspection' && /^[\da-f-]{36}$/i.test(area || '');
    return isArea ? [`/api/area-sessions/${area}`, `/api/area-sessions/${area}/photos`] : [];
  }
  // The photos of an area, where they stood at the last visit (web/src/lib/first-photos.ts). inline/load.js puts them into the page, and
  // then the app (web/src/ui/first-photos.tsx). They are hidden until the server has said who is signed in, because the browser
  // itself still has the files of whoever was.
  window.firstPhotos = [];
  function photosOfLastVisit() {
    const { width, photos } = JSON.parse(localStorage.getItem('innspect.first-photos'))[
      location.pathname + location.search
    ];
    if (width !== innerWidth) return;
    for (const { src, ...box } of photos) {
      const image = Object.assign(new Image(), {
        alt: '',
        hidden: true,
        className: 'absolute rounded-card object-cover',
        fetchPriority: 'high',
      });
      for (const [name, pixels] of Object.entries(box)) image.style[name] = `${pixels}px`;
      image.src = src;
      window.firstPhotos.push(image);
    }
  }
  try {
    if (ofArea().length > 0) photosOfLastVisit();
  } catch {
    // There are none, or storage is blocked.
  }
  // Photos stand there without a text, so they come before the fonts.
  window.loadFonts = () => {
    for (const font of document.querySelectorAll('link[as=font]')) font.media = 'all';
  };
  if (window.firstPhotos.length === 0) window.loadFonts();
  // The first requests are sent while the scripts load; the app takes their answers (web/src/lib/raw.ts).
  window.firstAnswers = {};
  function ask() {
    for (const path of ['/api/user', ...(signIn ? ['/api/config'] : ofArea())]) {
      const answer = fetch(path, { credentials: 'include', headers: { accept: 'application/json' } });
      answer.catch(() => {});
      window.firstAnswers[path] = answer;
    }
  }
  // After the photos, which the browser asks for at the end of this script.
  queueMicrotask(ask);
  apply();
  system.addEventListener('change', apply);
})();

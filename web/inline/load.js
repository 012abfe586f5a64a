// Loads the app after the first paint, so that its files do not delay the fonts and the page. The build names the files
// (web/build/first-visit.ts), each after those that it imports; the app runs them one by one (web/src/main.tsx).
(function () {
  const { app, screens } = JSON.parse(document.getElementById('app-files').textContent);
  const path = location.pathname;
  const isMonitoring = path === '/admin' && /[?&]tab=monitoring\b/.test(location.search);
  const isSignedIn = document.documentElement.dataset.signedIn !== undefined;
  const screen = isSignedIn ? screens[isMonitoring ? '/admin?tab=monitoring' : path] || screens['*'] : screens['/auth'];
  // The heading of the last visit (web/src/lib/first-heading.ts), above the spinner.
  function showHeading() {
    const heading = JSON.parse(localStorage.getItem('innspect.headings') || '{}')[path + location.search];
    const place = document.querySelector('[data-first-heading]');
    if (!heading || !place) return;
    place.className = heading.column;
    const lines = place.firstElementChild.children;
    ['over', 'title', 'subtitle'].forEach((name, index) => (lines[index].textContent = heading[name]));
  }
  try {
    showHeading();
  } catch {
    // Storage can be blocked.
  }
  let started = false;
  function load() {
    if (started) return;
    started = true;
    window.appFiles = screen;
    for (const href of screen)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: app }));
  }
  // A page in the background is not painted, and neither may be a window that others cover.
  if (document.hidden) load();
  else requestAnimationFrame(() => setTimeout(load));
  setTimeout(load, 200);
})();

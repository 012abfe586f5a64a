// Loads the app after the first paint, so that its files do not delay the fonts and the page. The build names the files
// (web/build/first-visit.ts), each after those that it imports; the app runs them one by one (web/src/main.tsx).
(function () {
  const { app, screens } = JSON.parse(document.getElementById('app-files').textContent);
  const path = location.pathname;
  const isMonitoring = path === '/admin' && /[?&]tab=monitoring\b/.test(location.search);
  const isSignedIn = document.documentElement.dataset.signedIn !== undefined;
  const signedOut = screens[path === '/auth' ? 'firstSignIn' : '/auth'];
  const screen = isSignedIn ? screens[isMonitoring ? '/admin?tab=monitoring' : path] || screens['*'] : signedOut;
  const photos = window.firstPhotos;
  // The heading of the last visit (web/src/lib/first-heading.ts), above the spinner, and the photos: only once the server has said who
  // is signed in, because the session may have ended. Without a person, a heading, storage or a connection, something here throws.
  window.firstAnswers['/api/user']
    .then((answer) => answer.clone().json())
    .then((user) => {
      if (localStorage.getItem('innspect.signed-in') !== user.id) return;
      for (const photo of photos) photo.hidden = false;
      const heading = JSON.parse(localStorage.getItem('innspect.first-headings'))[path + location.search];
      // The app shows it as well, while it replaces the first paint (web/src/app/loading-frame.tsx).
      window.shownHeading = heading;
      const place = document.querySelector('[data-first-heading]');
      place.className = heading.column;
      const [over, title, subtitle] = place.firstElementChild.children;
      over.textContent = heading.over;
      title.textContent = heading.title;
      subtitle.textContent = heading.subtitle;
    })
    .catch(() => {});
  // The photos of the last visit, at the places that inline/theme.js gave them.
  const place = document.querySelector('[data-shown-first=loading] [data-first-paint=loading] [data-first-photos]');
  if (place) place.append(...photos);
  // The app's files wait a moment for the photos, until the browser says that it has painted one; not all browsers do.
  const photosShown =
    photos.length > 0 &&
    new Promise((resolve) => {
      const seen = (list) => list.getEntries().some(({ element }) => photos.includes(element)) && resolve();
      new PerformanceObserver(seen).observe({ type: 'largest-contentful-paint', buffered: true });
    });
  let started = false;
  function load() {
    if (started) return;
    started = true;
    window.loadFonts();
    window.appFiles = screen;
    fetchFiles(0);
  }
  // A few in each task, so that a phone answers to a touch between them.
  function fetchFiles(from) {
    const to = from + 4;
    for (const href of screen.slice(from, to))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    if (to < screen.length) setTimeout(fetchFiles, 0, to);
    else document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: app }));
  }
  // A page in the background is not painted, and neither may be a window that others cover.
  if (document.hidden) load();
  else requestAnimationFrame(() => setTimeout(() => Promise.resolve(photosShown).then(load)));
  setTimeout(load, 200);
})();

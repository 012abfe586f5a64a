import { expectAccessible } from './checks.ts';
import { delayAnswers } from './faults.ts';
import { addPhotoTo, expect, samplePicture, startedLobby, startedRun, test } from './story.ts';

test('an owner with a Spanish browser inspects in Spanish, also after a reload without a connection', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby, property } = await startedLobby(person);
  const page = await pageOf(owner, { installed: true, locale: 'es-MX' });
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByText('0 de 10 áreas terminadas')).toBeVisible();
  await page.getByRole('button', { name: 'Descargar para usar sin conexión' }).click();
  await expect(page.getByText(/Listo sin conexión · \d/)).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await expect(page.getByRole('heading', { name: 'Vestíbulo' })).toBeVisible();
  await expect(page).toHaveTitle(/^Vestíbulo, /);
  await expect(page.getByText('Las puertas y los vidrios de la entrada no tienen daños')).toBeVisible();
  await page.getByRole('button', { name: 'No cumple' }).click();
  await expect(page.getByText('Ahora es un hallazgo. Tome una foto que lo muestre.')).toBeVisible();
  await expectAccessible(page);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('Sin conexión · se muestra lo que guarda este dispositivo')).toBeVisible();
  await expect(page.getByText('El tapete de la entrada está plano')).toBeVisible();
  await page.getByRole('button', { name: 'Cumple', exact: true }).click();
  await expect(page.getByText('El piso no tiene grietas, manchas ni zonas gastadas')).toBeVisible();
  await page.getByRole('link', { name: '1 cambio en este dispositivo' }).click();
  await expect(page.getByRole('heading', { name: /^Vestíbulo · / })).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(async () => (await owner.call('GET', `/api/area-sessions/${lobby}`)).coverage.answered).toBe(2);
});

test('no module of the app runs before the texts of its language have arrived', async ({ person, pageOf }) => {
  const owner = await person('property');
  const page = await pageOf(owner, { locale: 'es-MX' });
  const release = await delayAnswers(page, 'GET', /\/assets\/spanish-/);
  // Everything that the page names has run by then, and the app would have replaced the first paint.
  await page.goto('/inspection-guide', { waitUntil: 'load' });
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(page.locator('[data-first-paint="loading"]')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guía de inspección');
  await expect(page.getByRole('main')).not.toContainText(/\b(the|and|of|your)\b/i);
});

test('a person chooses the language, which is stored with the account; admin screens are in English', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const page = await pageOf(owner);
  await page.goto('/settings?tab=account');
  const language = page.getByRole('group', { name: 'Language' });
  await expect(language.getByRole('radio', { name: 'English' })).toBeChecked();
  // A click, for the choice loads the page anew, maybe before a look whether the radio is checked.
  await language.getByRole('radio', { name: 'Español' }).click({ force: true });
  const idioma = page.getByRole('group', { name: 'Idioma' });
  await expect(idioma.getByRole('radio', { name: 'Español' })).toBeChecked();
  expect((await owner.call('GET', '/api/user')).language).toBe('es');

  const elsewhere = await pageOf(owner, { width: 1440 });
  await elsewhere.goto('/');
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Hola, Robin');

  await idioma.getByRole('radio', { name: 'English' }).click({ force: true });
  await expect(page.getByRole('group', { name: 'Language' })).toBeVisible();
  expect((await owner.call('GET', '/api/user')).language).toBe('en');

  const desk = await pageOf(await person('admin'), { width: 1440, locale: 'es-ES' });
  await desk.goto('/admin');
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText(/Admin/);
  await expect(desk.locator('html')).toHaveAttribute('lang', 'en');
});

test('an own plan and the properties are in Spanish and fit a phone', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { areas } = await startedRun(owner, undefined);
  const lobby = areas[0]?.id ?? '';
  await addPhotoTo(owner, { areaSessionId: lobby }, await samplePicture('guest-bathroom-mould.jpg'));
  await owner.call('POST', `/api/area-sessions/${lobby}/issues`, {
    title: 'Peeling paint',
    severity: 'high',
    category: 'peeling_paint',
    description: 'Paint is coming off the surface in 2 places.',
  });
  const { pipReport } = await owner.call('POST', `/api/area-sessions/${lobby}/generate-pip`);
  const [item] = pipReport.items;
  const quotes = [{ vendor: 'Ferretería Ruiz', amount: '12500.50' }];
  for (const step of ['submit', 'accept']) await owner.call('POST', `/api/pip-reports/${pipReport.id}/${step}`);
  await owner.call('PUT', `/api/pip-items/${item.id}/vendors`, { quotes, responsible: 'Ferretería Ruiz' });

  const page = await pageOf(owner, { locale: 'es-US' });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.goto('/properties');
  await expect(page.getByRole('link', { name: 'Agregar con número de caso' })).toBeVisible();
  expect(await overflow()).toBe(0);

  await page.goto(`/pip-report/${pipReport.id}`);
  await page.getByRole('button', { name: /^Comenzar/ }).click();
  await expect(page.getByRole('region', { name: 'Costo aprobado, cotizado y real' })).toBeVisible();
  await expect(page.getByText('1 mayor', { exact: true })).toBeVisible();
  await expect(page.getByText('Pintura descascarada · agregado por Robin Vale')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/[A-Z][a-z]{2} \d\d, \d{4}/);
  await expect(page.getByText('La pintura se desprende de la superficie en 2 lugares.')).toBeVisible();
  await expect(page.getByText(/^Contingencia, \d+% del costo de obra$/)).toBeVisible();
  expect(await overflow()).toBe(0);

  await page.getByRole('button', { name: /^Terminar/ }).click();
  await expect(page.getByRole('dialog').getByText('Nota', { exact: true })).toBeVisible();
  await expect(page.getByText('Diga por qué no hay foto, o agregue una.')).toBeVisible();
});

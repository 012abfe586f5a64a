import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { pdfFile } from '../test/pdf.ts';
import { expectAccessible } from './checks.ts';
import { delayAnswers } from './faults.ts';
import { expect, startedRun, test, type Person } from './story.ts';

const pdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });

/** A photo with a camera's metadata: an earlier day, a location, and a rotation by 90 degrees. */
async function cameraFile() {
  const noise = { type: 'gaussian' as const, mean: 120, sigma: 24 };
  const buffer = await sharp({ create: { width: 1000, height: 600, channels: 3, background: '#887766', noise } })
    .withExif({
      IFD0: { Make: 'Example' },
      IFD2: { DateTimeOriginal: '2026:05:04 12:13:14', OffsetTimeOriginal: '+00:00' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 52/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '151/1 12/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  return { name: 'camera.jpg', mimeType: 'image/jpeg', buffer };
}

/** A phone's portrait photo: tiled, rotated by the container, with time and location. */
const phoneFile = async () => ({
  name: 'IMG_0042.HEIC',
  mimeType: 'image/heic',
  buffer: await readFile('server/analysis/fixtures/phone.heic'),
});

/** The date and time as formatted by the browser in its time zone. */
const shownTime = (page: Page, when: string) =>
  page.evaluate((at) => {
    const words = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', options).format(new Date(at));
    const day = words({ month: 'short', day: 'numeric', year: 'numeric' });
    return `Taken ${day} at ${words({ hour: 'numeric', minute: '2-digit' }).replace(/\u202f/g, ' ')}`;
  }, when);

async function expectOrigin(page: Page, within: Locator, when: string, place: string, address: RegExp): Promise<void> {
  await expect(within.getByText(await shownTime(page, when)).first()).toBeVisible();
  const link = within.getByRole('link', { name: place }).first();
  await expect(link).toHaveAttribute('href', address);
  await expect(link).toHaveAttribute('rel', 'noreferrer');
}

async function addCertificate(owner: Person, areaSessionId: string, buffer: Buffer) {
  const { uploadURL } = await owner.call('POST', '/api/objects/upload', {});
  await owner.request.put(uploadURL, { data: buffer, headers: { 'content-type': 'application/pdf' } });
  return owner.call('POST', '/api/photos', {
    areaSessionId,
    filename: 'sprinklers.pdf',
    url: uploadURL,
    category: 'certificates',
  });
}

test('owner and reviewer see when and where photos were taken, and the document of a certificate', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property', { firstName: 'Paper' })];
  const { property, run, areas } = await startedRun(owner, admin);
  const session = areas[0]?.id ?? '';
  await owner.call('PATCH', `/api/area-sessions/${session}`, { permissionCamera: true });
  const phone = await pageOf(owner);
  const query = `runId=${run.id}&sessionId=${session}&areaName=Lobby&propertyId=${property.id}`;
  await phone.goto(`/area-inspection?${query}`);
  const tiles = phone.getByRole('button', { name: /^Open photo of/ });
  // Uploaded one after the other, so that their order is known.
  for (const [count, file] of [await cameraFile(), await phoneFile()].entries()) {
    await phone.locator('input[type=file]').first().setInputFiles([file]);
    await expect(tiles).toHaveCount(count + 1);
  }
  await expect(phone.getByText('AI Analyzing Photos...')).toBeHidden();

  // Both are shown upright, in the tile and in the large view.
  const dialog = phone.getByRole('dialog');
  for (const [file, size, when, place, address] of [
    [
      'camera.jpg',
      '600 × 1000',
      '2026-05-04T12:13:14Z',
      '33.86667° S, 151.20000° E',
      /mlat=-33\.866667&mlon=151\.200000/,
    ],
    ['IMG_0042.HEIC', '480 × 720', '2026-06-07T22:19:20Z', '43.66000° N, 70.25000° W', /mlat=43\.66\d+&mlon=-70\.25/],
  ] as const) {
    await phone.getByRole('button', { name: new RegExp(`${file}$`) }).click();
    await expect(dialog.getByText(size)).toBeVisible();
    await expectOrigin(phone, dialog, when, place, address);
    const picture = dialog.getByRole('img', { name: /^Photo \d of Lobby/ });
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight / Math.max(1, image.naturalWidth)))
      .toBeGreaterThan(1.4);
    await dialog.getByRole('button', { name: 'Back' }).click();
  }

  // A certificate that was added elsewhere appears without a reload.
  const certificate = await addCertificate(
    owner,
    session,
    await pdfFile(['Certificate of inspection 4711', 'Page two']),
  );
  const tile = phone.getByRole('button', { name: /sprinklers\.pdf$/ });
  await expect(phone.getByText('PDF, 2 pages')).toBeVisible();
  await tile.click();
  await expect(dialog.getByText('PDF, 2 pages. The AI analyzes photos, not documents.')).toBeVisible();
  await expect(dialog.getByText('AI analysis pending...')).toBeHidden();
  await dialog.getByText('Text of the document').click();
  await expect(dialog.getByText('Certificate of inspection 4711')).toBeVisible();
  const firstPage = dialog.getByRole('img', { name: /^Photo \d of Lobby/ });
  await expect.poll(() => firstPage.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(1600);
  await expectAccessible(phone);
  const open = dialog.getByRole('link', { name: 'Open document' });
  await expect(open).toHaveAttribute('href', certificate.url);
  const file = await owner.request.get(certificate.url);
  expect(file.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': "inline; filename*=UTF-8''sprinklers.pdf",
    'x-content-type-options': 'nosniff',
  });

  await owner.call('POST', `/api/area-sessions/${session}/complete`);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto('/admin?tab=monitoring&q=Paper');
  await desk.getByRole('row', { name: /Lobby/ }).click();
  const panel = desk.getByRole('complementary', { name: /^Inspection Review/ });
  await expectOrigin(desk, panel, '2026-05-04T12:13:14Z', '33.86667° S, 151.20000° E', /mlat=-33/);
  await panel.getByRole('button', { name: 'Show photo 3' }).click();
  await expect(panel.getByText('PDF, 2 pages')).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Open document' })).toHaveAttribute('href', certificate.url);
});

test('a certificate is uploaded on the Upload Photos page, and a locked PDF is refused with a message', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { property } = await startedRun(owner, admin);
  const inspection = await owner.call('POST', '/api/inspections', {
    propertyId: property.id,
    sessionId: `certificates-${process.pid}`,
    propertyName: 'Harbour Inn',
    area: 'safety',
  });
  const phone = await pageOf(owner);
  await phone.goto(`/photo-upload?inspectionId=${inspection.id}&category=certificates&aiRequest=false`);
  await expect(phone.getByRole('heading', { name: 'Upload Photos' })).toBeVisible();
  const input = phone.locator('input[type=file]').first();
  await input.setInputFiles([
    pdf('elevator.pdf', await pdfFile(['Elevator certificate', 'Two', 'Three'])),
    pdf('locked.pdf', await pdfFile(['Locked'], { userPassword: 'secret' })),
  ]);
  const uploaded = phone.getByRole('listitem').filter({ hasText: 'elevator.pdf' });
  await expect(uploaded.getByText('PDF, 3 pages')).toBeVisible();
  await expect(phone.getByText(/This PDF is locked with a password/).first()).toBeVisible();
  await uploaded.getByRole('button', { name: 'View elevator.pdf' }).click();
  await expect(
    phone.getByRole('dialog').getByText('PDF, 3 pages. The AI analyzes photos, not documents.'),
  ).toBeVisible();
  await phone.getByRole('dialog').getByText('Text of the document').click();
  await expect(phone.getByRole('dialog').getByText('Elevator certificate')).toBeVisible();
});

test('requirements are read from a PDF; a scan shows the notice and a broken file the error [2.admin.17, 5.requirements.1-5, 8.screen.4, decisions.placeholders.1]', async ({
  person,
  pageOf,
}) => {
  const desk = await pageOf(await person('admin'), { width: 1440, height: 900 });
  await desk.goto('/admin');
  await desk.getByRole('button', { name: 'Create Case' }).first().click();
  const box = desk.getByLabel('Inspection Requirements');
  const input = desk.getByRole('dialog').locator('input[type=file]');
  await expect(input).toHaveAttribute('accept', /\.pdf,\.txt/);

  await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('Front desk\r\nLamps') });
  await expect(box).toHaveValue('Front desk\nLamps');

  // Delayed, so that the waiting state is visible.
  const release = await delayAnswers(desk, 'POST', '/api/admin/requirements-text');
  const list = await pdfFile([
    'Brand requirements\n1. Photograph each extinguisher\n2. Show the pool gate',
    '3. Open the fire doors',
  ]);
  await input.setInputFiles(pdf('list.pdf', list));
  await expect(desk.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  release();
  await expect(box).toHaveValue(
    'Front desk\nLamps\nBrand requirements\nPhotograph each extinguisher\nShow the pool gate\nOpen the fire doors',
  );
  await expect(desk.getByRole('button', { name: 'Upload file' })).toBeEnabled();
  // A line that names an area is tied to it, which can be changed.
  await expect(desk.getByLabel('Area of Show the pool gate')).toHaveValue('pool');
  await expect(desk.getByLabel('Area of Open the fire doors')).toHaveValue('');

  const fails = async (file: Parameters<typeof input.setInputFiles>[0]) => {
    await input.setInputFiles(file);
    await expect(desk.getByText('Upload Error', { exact: true })).toBeVisible();
    await expect(desk.getByText('Failed to process file', { exact: true })).toBeVisible();
  };
  await fails(pdf('broken.pdf', Buffer.from('%PDF-1.7 and nothing else')));
  await input.setInputFiles(pdf('scan.pdf', await pdfFile([''], { drawn: true })));
  await expect(desk.getByText('PDF Processing', { exact: true })).toBeVisible();
  await expect(
    desk.getByText(
      'PDF text extraction is coming soon. Please use .txt files or enter requirements manually for now.',
      { exact: true },
    ),
  ).toBeVisible();
  await expect(desk.getByText('Upload Error', { exact: true })).toBeHidden();
  await fails({ name: 'picture.txt', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0xfe, 0x00, 0x80]) });
  await expect(box).toHaveValue(/Open the fire doors$/);
});

import { createHash } from 'node:crypto';
import type { Photo } from '#contract/photos.ts';
import { expectAccessible, expectAccessibleEverywhere } from './checks.ts';
import { delayAnswers, disconnect } from './faults.ts';
import { expect, startedLobby, startedRun, test, toastOf } from './story.ts';

declare global {
  interface Window {
    /** The browser's question for the microphone, which a story answers. */
    microphone?: { asked: number; allow(): void; opened: MediaStreamTrack[] };
  }
}

test('a voice note is recorded on a photo that was just taken, without a connection, and can be played wherever the photo is shown', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const admin = await person('admin');
  const { areas } = await startedRun(owner, admin);
  const lobby = areas[0]?.id ?? '';
  await owner.call('PATCH', `/api/area-sessions/${lobby}`, { permissionCamera: true });
  const photos = async (): Promise<Photo[]> => (await owner.call('GET', `/api/area-sessions/${lobby}/photos`)).photos;
  const page = await pageOf(owner);
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await page.getByRole('button', { name: 'Open camera' }).click();
  const camera = page.getByRole('dialog', { name: 'Lobby' });
  await expect(camera.getByRole('button', { name: 'Take photo' })).toBeEnabled();
  const connect = await disconnect(page);
  await camera.getByRole('button', { name: 'Take photo' }).click();
  await camera.getByRole('button', { name: 'Look at photo 1' }).click();
  await camera.getByRole('button', { name: 'Record a Voice Note' }).click();
  await camera.getByRole('button', { name: /^Stop, 00:0[1-9]$/ }).click();
  const play = camera.getByRole('button', { name: /^Voice note, 00:0\d$/ });
  await expect(play).toBeVisible();
  await play.click();
  await expect(camera.getByRole('button', { name: 'Stop the voice note' })).toBeVisible();
  await expect(play).toBeVisible();
  await expectAccessible(page);
  await connect();
  await expect.poll(async () => (await photos())[0]?.voiceNote?.seconds).toBeGreaterThan(0);

  const [photo] = await photos();
  const sound = await (await admin.request.get(`/api/photos/${photo?.id}/voice-note`)).body();
  expect(sound.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  expect(createHash('sha256').update(sound).digest('hex')).toBe(photo?.voiceNote?.sha256);

  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await page.getByRole('button', { name: /^Open photo of/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Voice note, / }).click();
  await expect(dialog.getByRole('button', { name: 'Stop the voice note' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await expect(dialog.getByRole('button', { name: /^Voice note, / })).toBeVisible();

  // A sound that arrives after it was stopped stays silent.
  const release = await delayAnswers(page, 'GET', `/api/photos/${photo?.id}/voice-note`);
  const played = await page.evaluateHandle(() => {
    const sounds: string[] = [];
    HTMLAudioElement.prototype.play = async function play() {
      sounds.push(this.src);
    };
    return sounds;
  });
  await dialog.getByRole('button', { name: /^Voice note, / }).click();
  const arrived = page.waitForResponse((answer) => answer.url().includes('/voice-note'));
  await dialog.getByRole('button', { name: 'Stop the voice note' }).click();
  release();
  await (await arrived).finished();
  await expect(dialog.getByRole('button', { name: /^Voice note, / })).toBeVisible();
  expect(await played.jsonValue()).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete the voice note' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Record a Voice Note' })).toBeVisible();
  await expect.poll(async () => (await photos())[0]?.voiceNote).toBeNull();
});

test('a voice note shows an error if the browser denies the microphone', async ({ person, pageOf }) => {
  const { owner, lobby } = await startedLobby(person);
  const page = await pageOf(owner);
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = (wanted) =>
      wanted?.audio ? Promise.reject(new DOMException('No', 'NotAllowedError')) : open(wanted);
  });
  // The message about the saved photo would replace the one that is expected.
  await delayAnswers(page, 'POST', '/api/photos');
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await page.getByRole('button', { name: 'Open camera' }).click();
  const camera = page.getByRole('dialog', { name: 'Lobby' });
  await camera.getByRole('button', { name: 'Take photo' }).click();
  await camera.getByRole('button', { name: 'Look at photo 1' }).click();
  await camera.getByRole('button', { name: 'Record a Voice Note' }).click();
  await expect(toastOf(page, 'The voice note was not recorded')).toContainText('Allow the microphone');
  await expect(camera.getByRole('button', { name: 'Record a Voice Note' })).toBeVisible();
});

test('the microphone is closed again if the photo was left while the browser asked for it', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby } = await startedLobby(person);
  const page = await pageOf(owner);
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    const state: NonNullable<Window['microphone']> = { asked: 0, allow: () => undefined, opened: [] };
    window.microphone = state;
    devices.getUserMedia = async (wanted) => {
      if (!wanted?.audio) return open(wanted);
      state.asked += 1;
      await new Promise<void>((resolve) => {
        state.allow = resolve;
      });
      const stream = await open(wanted);
      state.opened.push(...stream.getTracks());
      return stream;
    };
  });
  const microphone = () =>
    page.evaluate(() => {
      const { asked, opened } = window.microphone ?? { asked: 0, opened: [] };
      return { asked, states: opened.map(({ readyState }) => readyState) };
    });
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await page.getByRole('button', { name: 'Open camera' }).click();
  const camera = page.getByRole('dialog', { name: 'Lobby' });
  await camera.getByRole('button', { name: 'Take photo' }).click();
  await camera.getByRole('button', { name: 'Look at photo 1' }).click();
  await camera.getByRole('button', { name: 'Record a Voice Note' }).click();
  await camera.getByRole('button', { name: 'Record a Voice Note' }).click();
  expect(await microphone()).toEqual({ asked: 1, states: [] });
  await page.goBack();
  await expect(camera.getByRole('button', { name: 'Record a Voice Note' })).toHaveCount(0);
  await page.evaluate(() => window.microphone?.allow());
  await expect.poll(async () => (await microphone()).states).toEqual(['ended']);
});

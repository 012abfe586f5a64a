import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Photo } from '#contract/photos.ts';
import { showSavedMessage } from '#web/features/photos/saved-message.ts';
import { connectEvents } from '#web/lib/events.ts';
import { toastStore } from '#web/lib/toast.ts';

type Status = Photo['analysisStatus'];

/** A stand-in for the WebSocket over which the server pushes events. */
class Socket extends EventTarget {
  static latest: Socket | null = null;
  readyState = 1;
  constructor() {
    super();
    Socket.latest = this;
  }
  close() {}
}

let disconnect: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('location', { protocol: 'https:', host: 'inspect.example.com' });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  disconnect = connectEvents(() => undefined);
});
afterEach(() => {
  disconnect();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const photo = (analysisStatus: Status) => ({ id: crypto.randomUUID(), filename: 'room.jpg', analysisStatus });
const push = (photoId: string, status: Status) =>
  Socket.latest?.dispatchEvent(
    Object.assign(new Event('message'), {
      data: JSON.stringify({
        type: 'photo_analysed',
        payload: { photoId, areaSessionId: null, inspectionId: null, status },
      }),
    }),
  );
const shown = () => {
  const [{ title, description } = { title: '' }, ...others] = toastStore.get();
  expect(others).toEqual([]);
  return description === undefined ? title : `${title}: ${description}`;
};

it.each([
  [['done'], 'Photo Uploaded & Analyzed'],
  [['done', 'done'], '2 photos uploaded and analyzed'],
  [['pending'], 'Photo uploaded successfully'],
  [['off'], 'Photo uploaded successfully'],
  [['done', 'pending', 'failed'], '3 photos uploaded'],
] as [Status[], string][])(
  'photos that were sent together are told of by one message, %# [8.success.7, 8.success.8]',
  (statuses, message) => {
    showSavedMessage(statuses.map(photo));
    expect(shown()).toBe(message);
  },
);

it('the message reports the analyses as soon as all are finished [8.success.8]', () => {
  const [first, second] = [photo('pending'), photo('pending')];
  push(first.id, 'done');
  showSavedMessage([first, second]);
  expect(shown()).toBe('2 photos uploaded');
  push(second.id, 'done');
  expect(shown()).toBe('2 photos uploaded and analyzed');
});

it('no analysis is reported if one failed or took too long', () => {
  const failing = photo('pending');
  showSavedMessage([failing]);
  push(failing.id, 'failed');
  expect(shown()).toBe('Photo uploaded successfully');
  const late = photo('pending');
  showSavedMessage([late]);
  vi.advanceTimersByTime(20_000);
  push(late.id, 'done');
  expect(shown()).toBe('Photo uploaded successfully');
});

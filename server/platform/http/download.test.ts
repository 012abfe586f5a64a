import { expect, test } from 'vitest';
import { contentDisposition, downloadName } from './download.ts';

test.each([
  ['lobby.jpg', 'image/jpeg', 'lobby.jpg'],
  ['LOBBY.JPEG', 'image/jpeg', 'LOBBY.JPEG'],
  ['evil.html', 'image/jpeg', 'evil.html.jpg'],
  ['evil.svg', 'image/png', 'evil.svg.png'],
  ['walk.exe', 'video/mp4', 'walk.exe.mp4'],
  ['lobby', 'image/heic', 'lobby.heic'],
  ['lobby.', 'image/avif', 'lobby..avif'],
  ['lobby.jpg', 'image/webp', 'lobby.jpg.webp'],
  ['lobby\u202Egpj.exe', 'image/jpeg', 'lobbygpj.exe.jpg'],
  ['../../etc/passwd', 'application/pdf', '.._.._etc_passwd.pdf'],
  ['a\r\nset-cookie: b.pdf', 'application/pdf', 'aset-cookie: b.pdf'],
  ['', 'image/png', '.png'],
])('%j of %s is saved as %j', (filename, contentType, saved) => {
  expect(downloadName(filename, contentType)).toBe(saved);
});

test('a header contains plain characters only', () => {
  expect(contentDisposition('attachment', 'Zimmer "7" (Süd)*\ud800.jpg', 'image/jpeg')).toBe(
    "attachment; filename*=UTF-8''Zimmer%20%227%22%20%28S%C3%BCd%29%2A%EF%BF%BD.jpg",
  );
});

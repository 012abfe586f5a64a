/** Toggles full screen for the player. On iPhones only the video element itself can be shown in full screen. */
export function fillScreen(frame: HTMLElement | null, video: HTMLVideoElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else if (frame && 'requestFullscreen' in frame) void frame.requestFullscreen().catch(() => undefined);
  else if (video && 'webkitEnterFullscreen' in video && typeof video.webkitEnterFullscreen === 'function') {
    video.webkitEnterFullscreen();
  }
}

/** The event with which Chromium offers to install the app; the DOM types lack it. */
export interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/**
 * installed: this page runs in the installed app. offered: the browser can install it when asked. ios: Safari's share
 * menu installs it. mac: the Dock entry in Safari's File menu installs it. elsewhere: the browser's menu may install
 * it.
 */
export type InstallState = 'installed' | 'offered' | 'ios' | 'mac' | 'elsewhere';

interface Device {
  userAgent: string;
  maxTouchPoints: number;
  /** Whether the page has its own window without the browser's bars. */
  standalone: boolean;
}

/** How this browser installs a page without an install prompt. iPads report to be Macs, but have a touch screen. */
export function manualInstall({ userAgent, maxTouchPoints, standalone }: Device): Exclude<InstallState, 'offered'> {
  if (standalone) return 'installed';
  const isMac = userAgent.includes('Macintosh');
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)) return 'ios';
  const isSafari = userAgent.includes('Safari/') && !/Chrom(e|ium)\/|Edg\/|Firefox\//.test(userAgent);
  return isMac && isSafari ? 'mac' : 'elsewhere';
}

let offer: InstallOffer | null = null;
let installed = false;
const listeners = new Set<() => void>();
const notify = (): void => {
  for (const listener of listeners) listener();
};

const device = (): Device => ({
  userAgent: navigator.userAgent,
  maxTouchPoints: navigator.maxTouchPoints,
  standalone:
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true),
});

/**
 * Stores the browser's install prompt until a person asks for it. Browsers offer it only once, early, so this listens
 * from the start.
 */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Otherwise some browsers show their own bar over the screen.
    event.preventDefault();
    offer = event as InstallOffer;
    notify();
  });
  window.addEventListener('appinstalled', () => {
    offer = null;
    installed = true;
    notify();
  });
}

export const installation = {
  state: (): InstallState => (installed ? 'installed' : offer ? 'offered' : manualInstall(device())),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  /** Asks the browser to install the app; a stored prompt can be used only once. */
  async install(): Promise<void> {
    const current = offer;
    if (!current) return;
    offer = null;
    await current.prompt();
    notify();
  },
};

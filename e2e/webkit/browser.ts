import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { Builder, By, type WebDriver, type WebElement } from 'selenium-webdriver';
import { freePort } from '#test/free-port.ts';
import { until } from '#test/until.ts';

/** A page of WebKit, with what a person does on it. Texts and labels are those on screen. */
export interface WebKitPage {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Waits until the page shows a text that matches; returns it. */
  shows(text: RegExp): Promise<string>;
  press(label: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  chooseFile(path: string): Promise<void>;
  /** Runs a function of the page, which may be asynchronous. Arguments and the result are JSON. */
  run<T, Given extends unknown[]>(work: (...given: Given) => T | Promise<T>, ...given: Given): Promise<T>;
  text(): Promise<string>;
  close(): Promise<void>;
}

const patience = 60_000;

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

async function start(command: string, args: string[], stdio: StdioOptions, env = process.env): Promise<ChildProcess> {
  const child = spawn(command, args, { stdio, env });
  await once(child, 'spawn').catch(() => {
    throw new Error(`${command} is missing. On Debian: apt-get install webkit2gtk-driver xvfb`);
  });
  return child;
}

/** Starts WebKit on a display of its own, with nothing stored. */
export async function openWebKit(): Promise<WebKitPage> {
  const started: ChildProcess[] = [];
  const stopAll = async () => {
    for (const child of started.toReversed()) await stop(child);
  };
  try {
    return await pageOnDisplay(started, stopAll);
  } catch (error) {
    await stopAll();
    throw error;
  }
}

async function pageOnDisplay(started: ChildProcess[], stopAll: () => Promise<void>): Promise<WebKitPage> {
  const screen = await start(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x1024x24'],
    ['ignore', 'ignore', 'ignore', 'pipe'],
  );
  started.push(screen);
  const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${number.toString().trim()}` };
  started.push(await start('WebKitWebDriver', [`--port=${port}`], 'ignore', env));
  const server = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${server}/status`)
      .then(({ ok }) => ok)
      .catch(() => false);
  await until(answers, 'WebKitWebDriver does not answer', patience / 1000);
  const driver = await new Builder().usingServer(server).withCapabilities({ browserName: 'MiniBrowser' }).build();
  await driver.manage().setTimeouts({ script: patience, pageLoad: patience });
  await driver.manage().window().setRect({ width: 390, height: 844, x: 0, y: 0 });
  return pageOf(driver, async () => {
    await driver.quit();
    await stopAll();
  });
}

function pageOf(driver: WebDriver, close: () => Promise<void>): WebKitPage {
  const text = () => driver.executeScript<string>('return document.body.innerText');
  async function waitFor<T>(look: () => Promise<T | undefined | false>, what: string): Promise<T> {
    return until(look, `${what} is not shown`, patience / 1000);
  }
  const find = (path: string, name: string, isReady = async (_element: WebElement) => true) =>
    waitFor(async () => {
      const element = (await driver.findElements(By.xpath(path))).at(-1);
      return element && (await isReady(element)) && element;
    }, `"${name}"`);
  return {
    open: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    text,
    close,
    shows: (wanted) => waitFor(async () => wanted.exec(await text())?.[0], String(wanted)),
    async press(label) {
      const named = `normalize-space(.)="${label}" or @aria-label="${label}"`;
      await (await find(`//button[not(@disabled)][${named}]`, label, (button) => button.isDisplayed())).click();
    },
    async fill(label, entered) {
      await (await find(`//*[@id=//label[normalize-space(.)="${label}"]/@for]`, label)).sendKeys(entered);
    },
    async chooseFile(path) {
      await (await find('(//input[@type="file"])[1]', 'Choose Files')).sendKeys(path);
    },
    run: (work, ...given) => driver.executeScript(`return (${work.toString()}).apply(null, arguments)`, ...given),
  };
}

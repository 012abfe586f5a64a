class ProgressTarget extends EventTarget {
  onprogress: (event: Event) => void = () => undefined;
}

/** The part of XMLHttpRequest that uploads use, based on fetch, so that the web's code can run without a browser. */
export class FetchRequest extends EventTarget {
  status = 0;
  statusText = '';
  responseText = '';
  withCredentials = false;
  responseType = '';
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  readonly upload = new ProgressTarget();
  readonly #headers = new Headers();
  readonly #cancel = new AbortController();
  #request = { method: 'GET', url: '' };
  #answer: Response | null = null;

  open(method: string, url: string): void {
    this.#request = { method, url };
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers.append(name, value);
  }
  getResponseHeader(name: string): string | null {
    return this.#answer?.headers.get(name) ?? null;
  }
  abort(): void {
    this.#cancel.abort();
    this.dispatchEvent(new Event('abort'));
  }
  send(body: Blob | FormData | null): void {
    const { method, url } = this.#request;
    fetch(url, { method, body, headers: this.#headers, signal: this.#cancel.signal })
      .then(async (answer) => {
        this.#answer = answer;
        this.status = answer.status;
        this.statusText = answer.statusText;
        this.responseText = await answer.text();
        this.#progress(body instanceof Blob ? body.size : 1);
        this.dispatchEvent(new Event('load'));
        this.onload();
      })
      .catch(() => {
        if (this.#cancel.signal.aborted) return;
        this.dispatchEvent(new Event('error'));
        this.onerror();
      });
  }
  #progress(size: number): void {
    const event = Object.assign(new Event('progress'), { lengthComputable: true, loaded: size, total: size });
    this.upload.dispatchEvent(event);
    this.upload.onprogress(event);
  }
}
